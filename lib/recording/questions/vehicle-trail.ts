import type { DirectoryEntry, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { RecordedTrail } from '@/lib/contract/recording-questions'
import type { RecordedList, RecordedPieces } from '@/lib/recording/pieces'
import { TrailParts } from './trail-parts'

type Trail = Omit<RecordedTrail, 'untilMs'>

/** Where a vehicle was, and when that is not known. */
export async function vehicleTrail(pieces: RecordedPieces, id: string): Promise<Trail> {
  const gaps: RecordingGap[] = []
  const parts = new TrailParts()
  let record: LiveVehicle | null = null
  let directory: DirectoryEntry | null = null
  for await (const piece of pieces) {
    if (piece.kind === 'gap') {
      gaps.push(piece.gap)
      parts.break(piece.gap.fromMs, piece.gap)
      continue
    }
    record = recordAfter(record, piece, id)
    directory = record?.directory ?? directory
    const { atMs, meta } = piece
    if (meta.failure) parts.break(atMs, { reason: 'service', problem: meta.failure.kind })
    else if (!record) parts.break(atMs, { reason: 'absent', problem: null })
    else if (!record.position) parts.break(atMs, { reason: 'no-position', problem: null })
    else parts.add(piece, record, record.position)
  }
  return { id, directory, parts: parts.finish(), gaps }
}

function recordAfter(
  before: LiveVehicle | null,
  { isWhole, upserts, removed }: RecordedList,
  id: string,
): LiveVehicle | null {
  const patch = upserts.find((one) => one.id === id)
  if (isWhole || (!before && patch)) return (patch as LiveVehicle | undefined) ?? null
  if (removed.includes(id)) return null
  return patch && before ? merged(before, patch) : before
}

function merged(before: LiveVehicle, patch: VehiclePatch): LiveVehicle {
  return { ...before, ...patch }
}
