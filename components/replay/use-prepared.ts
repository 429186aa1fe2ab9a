import { useEffect, useRef } from 'react'
import { request } from '@/lib/api/request'
import type { AreaSearch } from '@/lib/contract/live'
import { areaToParams } from '@/lib/live-client/stream'

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
      const params = areaToParams(search)
      params.set('at', new Date(Math.round(atMs)).toISOString())
      // Where it fails, the jump itself says so.
      void request('GET', `/api/recording/prepare?${params}`, undefined).catch(() => undefined)
    }, REST_MS)
  }
}
