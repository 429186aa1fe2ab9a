import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from '@/lib/live/clock'

/** Worth a collection, which takes about a tenth of a second. */
const GROWTH_BYTES = 100e6
/** Other areas may end meanwhile, and are collected with it. */
const LATER_MS = 5_000

export interface GiveBackOptions {
  readonly collect: () => void
  /** Bytes that the heap has taken of the system, whether they are in use or not. */
  readonly takenBytes: () => number
  readonly clock: Pick<Clock, 'after'>
}

/**
 * Gives the memory of large areas back after they ended. V8 collects, and returns pages, when memory is asked for: on a
 * quiet server it would keep what a flood took.
 * @returns to be called when an area ended
 */
export function createGiveBack({ collect, takenBytes, clock }: GiveBackOptions): () => void {
  let keptBytes = takenBytes()
  let isAwaited = false
  return () => {
    if (isAwaited) return
    isAwaited = true
    clock.after(LATER_MS, () => {
      isAwaited = false
      if (takenBytes() - keptBytes < GROWTH_BYTES) return
      collect()
      keptBytes = takenBytes()
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

/** V8 does not return at once what its own collections have emptied: what is in use would say too little. */
export function takenHeapBytes(): number {
  const { total_physical_size, external_memory } = getHeapStatistics()
  return total_physical_size + external_memory
}
