'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onStorageCleared, readStored, storageKeys, writeStored } from '@/lib/browser/storage'
import { type LookupAnswer, lookUpVehicle } from '@/lib/queries/reference-lookup'
import { keepVehicleNames } from '@/lib/queries/vehicle-names'
import { parseKeptList, writeKeptList } from './kept-list'
import { createListRun, type ListRun } from './list-run'
import { EMPTY, type ListState } from './list-state'

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
  const client = useQueryClient()
  const [{ run, onLeaving }] = useState(() => createTabRun(client))
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

/** How long requests may fail because the page is being left. */
const LEAVING_MS = 3_000

const clock = {
  now: () => Date.now(),
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A list run in the browser that does not count requests cut off by a reload as failures. */
function createTabRun(client: QueryClient): { readonly run: ListRun; readonly onLeaving: () => void } {
  let leftAtMs = Number.NEGATIVE_INFINITY
  async function lookUp(ourRef: string, signal: AbortSignal): Promise<LookupAnswer> {
    const answer = await lookUpVehicle(ourRef, signal).catch(
      (): LookupAnswer => ({ kind: 'failed', problem: 'kerbside-unreachable' }),
    )
    if (answer.kind === 'found' && answer.vehicle) {
      const { licencePlate } = answer.vehicle
      keepVehicleNames(client, [{ id: answer.vehicleId, our_ref: ourRef, licence_plate: licencePlate }])
    }
    const isCutOff = answer.kind === 'failed' && clock.now() - leftAtMs < LEAVING_MS
    return isCutOff ? { kind: 'pause', pauseMs: LEAVING_MS } : answer
  }
  return {
    run: createListRun({ lookUp, clock }),
    onLeaving: () => {
      leftAtMs = clock.now()
    },
  }
}
