import { useEffect, useState, useSyncExternalStore } from 'react'

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

/**
 * Milliseconds since the epoch on this browser's clock, every second or in
 * steps; null before hydration.
 */
export function useNow(stepMs = 1): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now - (now % stepMs),
    () => null,
  )
}

export function useHasPassed(atMs: number | null): boolean {
  const [passedMs, setPassedMs] = useState<number | null>(null)
  useEffect(() => {
    if (atMs === null) return
    const timer = setTimeout(() => setPassedMs(atMs), atMs - Date.now())
    return () => clearTimeout(timer)
  }, [atMs])
  return atMs !== null && passedMs === atMs
}
