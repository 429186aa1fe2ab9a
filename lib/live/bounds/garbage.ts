import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from '@/lib/live/clock'

/** Vehicles whose memory is worth a collection: about 100 MB, at 2 KB each. */
const VEHICLES = 50_000
/** Others may end meanwhile, and are collected with them. */
const LATER_MS = 5_000

/**
 * Gives the memory of large areas back after they ended. V8 collects when memory is asked for: on a quiet server it would
 * keep what a flood took.
 * @param collect a full collection, which takes about a tenth of a second
 * @returns to be called with the vehicles that an ended area held
 */
export function createGiveBack(collect: () => void, { after }: Pick<Clock, 'after'>) {
  let vehicles = 0
  let isAwaited = false
  return (ended: number): void => {
    vehicles += ended
    if (isAwaited || vehicles < VEHICLES) return
    isAwaited = true
    after(LATER_MS, () => {
      isAwaited = false
      vehicles = 0
      collect()
    })
  }
}

/** A full garbage collection, which V8 offers by a flag only. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect()
}
