import type { DirectoryEntry, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { RecordedTrail, RecordingGap, TrailBreak, TrailPart, TrailPoint } from '@/lib/contract/recording'
import type { RecordedList, RecordedPieces } from '@/lib/recording/pieces'

type Trail = Omit<RecordedTrail, 'untilMs'>
type Reason = Pick<TrailBreak, 'reason' | 'problem'>

/** Where a vehicle was, and when that is not known. */
export async function vehicleTrail(pieces: RecordedPieces, id: string): Promise<Trail> {
  const gaps: RecordingGap[] = []
  const parts = new Parts()
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
    else parts.add(atMs, record, record.position)
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

/** Points and breaks in the order of the lists; each begins where the one before ends. */
class Parts {
  readonly #done: TrailPart[] = []
  #points: TrailPoint[] = []
  #break: TrailBreak | null = null
  #lastMs: number | null = null

  add(
    atMs: number,
    { status, mtime }: LiveVehicle,
    { lat, lng }: NonNullable<LiveVehicle['position']>,
  ): void {
    this.#endBreak(atMs)
    this.#lastMs = atMs
    const last = this.#points.at(-1)
    if (last && last.lat === lat && last.lng === lng && last.status === status)
      this.#points[this.#points.length - 1] = { ...last, lastMs: atMs, lastReportedAt: mtime }
    else this.#points.push({ atMs, lastMs: atMs, lat, lng, status, reportedAt: mtime, lastReportedAt: mtime })
  }

  break(atMs: number, { reason, problem }: Reason): void {
    if (this.#break?.reason === reason && this.#break.problem === problem) {
      this.#lastMs = atMs
      this.#break = { ...this.#break, toMs: atMs }
      return
    }
    this.#endPoints()
    this.#endBreak(atMs)
    const fromMs = this.#lastMs ?? atMs
    this.#lastMs = atMs
    this.#break = { kind: 'break', fromMs, toMs: atMs, reason, problem }
  }

  finish(): TrailPart[] {
    this.#endPoints()
    if (this.#break) this.#done.push(this.#break)
    return this.#done
  }

  #endPoints(): void {
    if (this.#points.length > 0) this.#done.push({ kind: 'points', points: this.#points })
    this.#points = []
  }

  #endBreak(toMs: number): void {
    if (this.#break) this.#done.push({ ...this.#break, toMs })
    this.#break = null
  }
}
