import type { LiveMeta, VehiclePatch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'

/** A list as it was streamed: the first one, and the first after a gap that is not the service's, has all vehicles. */
export interface RecordedList {
  readonly kind: 'list'
  readonly atMs: number
  readonly meta: LiveMeta
  /** Nothing of the lists before remains. */
  readonly isWhole: boolean
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
}

/** Recorded of an area, in its order. Lists of a failing service come too: nothing in them is new. */
export type RecordedPiece = RecordedList | { readonly kind: 'gap'; readonly gap: RecordingGap }

/**
 * Source of the answers of lib/recording/questions, in the thread that decodes. The list at the beginning of the span comes first,
 * with the time at which it was streamed, which may be before.
 */
export type RecordedPieces = AsyncIterable<RecordedPiece>
