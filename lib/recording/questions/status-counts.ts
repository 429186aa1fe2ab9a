import type { VehiclePatch } from '@/lib/contract/live'
import type { CountsAt, RecordedCounts, RecordingGap } from '@/lib/contract/recording'
import type { RecordedList, RecordedPieces } from '@/lib/recording/pieces'
import type { Span } from '@/lib/recording/recordings'

/** Vehicles of a list by status; without one under the empty text. */
export class StatusCounts {
  readonly #statuses = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  take({ isWhole, upserts, removed }: Pick<RecordedList, 'isWhole' | 'upserts' | 'removed'>): void {
    if (isWhole) {
      this.#statuses.clear()
      this.#counts.clear()
    }
    for (const patch of upserts) this.#set(patch)
    for (const id of removed) this.#forget(id)
  }

  at(atMs: number): CountsAt {
    return { atMs, total: this.#statuses.size, byStatus: Object.fromEntries(this.#counts) }
  }

  #set({ id, status }: VehiclePatch): void {
    // A patch without a status leaves it.
    if (status === undefined && this.#statuses.has(id)) return
    this.#forget(id)
    const name = status ?? ''
    this.#statuses.set(id, name)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  #forget(id: string): void {
    const status = this.#statuses.get(id)
    if (status === undefined) return
    this.#statuses.delete(id)
    const left = (this.#counts.get(status) ?? 0) - 1
    if (left > 0) this.#counts.set(status, left)
    else this.#counts.delete(status)
  }
}

/** Counts as of each step from the beginning of the span on; none where the list of then is not known, or not new. */
export async function statusCounts(
  pieces: RecordedPieces,
  { fromMs, toMs }: Span,
  stepMs: number,
): Promise<Omit<RecordedCounts, 'untilMs'>> {
  const counts: CountsAt[] = []
  const gaps: RecordingGap[] = []
  const now = new StatusCounts()
  let dueMs = fromMs
  let isKnown = false

  /** All steps before a time, as of the newest list. */
  function passTo(atMs: number): void {
    for (; dueMs < atMs && dueMs <= toMs; dueMs += stepMs) if (isKnown) counts.push(now.at(dueMs))
  }

  let lastMs = fromMs
  for await (const piece of pieces) {
    const atMs = piece.kind === 'gap' ? piece.gap.fromMs : piece.atMs
    passTo(atMs)
    if (piece.kind === 'gap') {
      gaps.push(piece.gap)
      // The last list before a gap is as of its beginning.
      if (dueMs === atMs) passTo(atMs + 1)
      isKnown = false
      continue
    }
    now.take(piece)
    isKnown = piece.meta.failure === null
    lastMs = atMs
  }
  passTo(Math.min(toMs, lastMs) + 1)
  return { stepMs, counts, gaps }
}
