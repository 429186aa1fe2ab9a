import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { RecordedList, RecordedPiece } from '@/lib/recording/pieces'
import { liveMeta } from '@/lib/testing/vehicles'

const RECORDED_MS = Date.parse('2026-05-01T16:00:00Z')
export const second = (seconds: number) => RECORDED_MS + seconds * 1000

interface Changes {
  readonly upserts?: readonly VehiclePatch[]
  readonly removed?: readonly string[]
}

/** Pieces of a recording, by the seconds since it began. */
export const recorded = {
  whole: (seconds: number, vehicles: readonly LiveVehicle[]): RecordedList =>
    list(seconds, true, { upserts: vehicles }),
  list: (seconds: number, ...upserts: VehiclePatch[]): RecordedList => list(seconds, false, { upserts }),
  removed: (seconds: number, ...removed: string[]): RecordedList => list(seconds, false, { removed }),
  /** Of a service that does not answer. */
  failing: (seconds: number): RecordedList => ({
    ...list(seconds, false, {}),
    meta: liveMeta({
      failure: {
        kind: 'upstream-timeout',
        since: new Date(second(seconds)).toISOString(),
        retryAfterMs: 0,
        requestId: null,
      },
    }),
  }),
  gap: (from: number, to: number, reason: RecordingGap['reason'] = 'stopped'): RecordedPiece => ({
    kind: 'gap',
    gap: { fromMs: second(from), toMs: second(to), reason, problem: null },
  }),
}

function list(seconds: number, isWhole: boolean, { upserts = [], removed = [] }: Changes): RecordedList {
  return { kind: 'list', atMs: second(seconds), meta: liveMeta(), isWhole, upserts, removed }
}

export async function* piecesOf(...pieces: RecordedPiece[]): AsyncGenerator<RecordedPiece> {
  yield* pieces
}
