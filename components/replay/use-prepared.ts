import { useEffect, useRef } from 'react'
import type { AreaSearch } from '@/lib/contract/live'
import { prepareMoment } from '@/lib/queries/recording-timeline'

/** A pointer that stays this long may go no further. */
const REST_MS = 100
/** Moments this near are prepared together. */
const NEAR_MS = 30_000

/** Has the server decode the moment at which the pointer rests, or which is typed: a jump there is answered sooner. */
export function usePrepared(search: AreaSearch): (atMs: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (atMs) => {
    clearTimeout(timer.current)
    if (Math.abs(atMs - lastMs.current) < NEAR_MS) return
    timer.current = setTimeout(() => {
      lastMs.current = atMs
      prepareMoment(search, atMs)
    }, REST_MS)
  }
}
