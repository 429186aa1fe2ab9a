'use client'

import { useSyncExternalStore } from 'react'

const STEP_MS = 1_000

// One clock per page, so that all ages change at the same moment.
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

/** Milliseconds since the epoch on this browser's clock, every second; null before hydration. */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  )
}
