import type { Changes } from '@/lib/contract/live'
import { readChanges } from '@/lib/live/streaming/event'
import type { Steps } from '@/lib/scheduling/steps'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

/**
 * Applies a key or a frame to the list before it.
 * @returns the last part of its changes
 * @throws where it is damaged or does not follow
 */
export function* applySegment(table: VehicleTable, body: Uint8Array): Steps<Changes> {
  let last: Changes | null = null
  for (const part of readChanges(body)) {
    yield* table.apply(part)
    last = part
    yield
  }
  if (!last || last.isPart) throw new Error('a list without its last part')
  return last
}
