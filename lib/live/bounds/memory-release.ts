import { getHeapStatistics } from 'node:v8'
import type { Clock } from '@/lib/app/clock'
import { VEHICLE_BYTES } from './bounds'

/** Worth a collection, which takes about a tenth of a second. */
const GROWTH_BYTES = 100e6
/**
 * Other areas may end meanwhile, and are collected with it. As long after it a second collection:
 * after a flood the first emptied the heap's pages and the second returned them, 100 MB of 420.
 */
const LATER_MS = 5_000

/**
 * Gives the memory of large areas back after they ended. V8 collects, and returns pages, when
 * memory is asked for: on a quiet server it would keep the memory of a flood.
 * @param takenBytes bytes that the heap has taken of the system, whether they are in use or not
 * @returns to be called when an area ended, with its vehicles: those collected earlier
 * are in the heap's size then
 */
export function createMemoryRelease(
  collect: () => void,
  takenBytes: () => number,
  { after }: Clock,
) {
  let keptBytes = takenBytes()
  let endedBytes = 0
  let isAwaited = false
  const collectNow = () => {
    collect()
    keptBytes = takenBytes()
  }
  return (heldVehicles: number): void => {
    endedBytes += heldVehicles * VEHICLE_BYTES
    if (isAwaited) return
    isAwaited = true
    after(LATER_MS, () => {
      isAwaited = false
      const grownBytes = Math.max(0, takenBytes() - keptBytes)
      if (grownBytes + endedBytes < GROWTH_BYTES) return
      endedBytes = 0
      collectNow()
      after(LATER_MS, collectNow)
    })
  }
}

/**
 * V8 does not return emptied memory at once after its own collections: counting memory in
 * use would give too little.
 */
export function takenHeapBytes(): number {
  const { total_physical_size, external_memory } = getHeapStatistics()
  return total_physical_size + external_memory
}
