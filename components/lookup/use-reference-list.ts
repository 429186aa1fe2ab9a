'use client'

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onStorageCleared, readStored, storageKeys, writeStored } from '@/lib/browser/storage'
import { parseKeptList, writeKeptList } from './kept-list'
import type { ListRun } from './list-run'
import { EMPTY, type ListState } from './list-state'
import { createTabRun } from './tab-run'

// Writing 500 rows on every answer would be most of the page's work.
const KEEP_MS = 500

export interface ReferenceListState {
  readonly run: ListRun
  readonly state: ListState
  readonly text: string
  readonly setText: (text: string) => void
  /** Whether the list survives a reload. */
  readonly isKept: boolean
}

/** The tab's list: survives reloads and navigation, discarded with the tab or at sign-out. */
export function useReferenceList(): ReferenceListState {
  const [{ run, onLeaving }] = useState(createTabRun)
  const state = useSyncExternalStore(run.subscribe, run.state, () => EMPTY)
  const [text, setShownText] = useState('')
  const [isKept, setIsKept] = useState(true)
  const latestText = useRef('')
  const keepSoon = useRef<() => void>(() => undefined)

  const setText = useCallback((next: string) => {
    latestText.current = next
    setShownText(next)
    keepSoon.current()
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const list = parseKeptList(readStored(window, storageKeys.lookupList))
    if (list) {
      latestText.current = list.text
      setShownText(list.text)
      run.load(list.rows)
      if (list.isRunning) run.resume()
    }
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      const { rows, isRunning } = run.state()
      const now = { text: latestText.current, rows, isRunning }
      const isEmpty = now.text === '' && rows.length === 0
      setIsKept(writeStored(window, storageKeys.lookupList, isEmpty ? null : writeKeptList(now)))
    }
    keepSoon.current = () => {
      timer ??= setTimeout(keep, KEEP_MS)
    }
    const forget = () => {
      latestText.current = ''
      setShownText('')
      run.load([])
      clearTimeout(timer)
      timer = undefined
    }
    const ends = [run.subscribe(keepSoon.current), onStorageCleared(forget)]
    window.addEventListener('beforeunload', onLeaving)
    window.addEventListener('pagehide', keep)
    return () => {
      for (const end of ends) end()
      window.removeEventListener('beforeunload', onLeaving)
      window.removeEventListener('pagehide', keep)
      keep()
      run.stop()
    }
  }, [run, onLeaving])

  return { run, state, text, setText, isKept }
}
