'use client'

import { useSyncExternalStore } from 'react'

const STEP_MS = 1_000

// One clock for the page: every age on it steps at the same moment.
const readers = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  if (readers.size === 1) {
    now = Date.now()
    timer = setInterval(tick, STEP_MS)
  }
  return () => {
    readers.delete(reader)
    if (readers.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = Date.now()
  for (const reader of readers) reader()
}

/** Milliseconds since the epoch on this browser's clock, in steps of a second; null before the page has woken up. */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  )
}
