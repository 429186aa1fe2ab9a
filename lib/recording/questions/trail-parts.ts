import type { LiveVehicle } from '@/lib/contract/live'
import type { TrailBreak, TrailPart, TrailPoint } from '@/lib/contract/recording-questions'
import type { RecordedList } from '@/lib/recording/pieces'

type Reason = Pick<TrailBreak, 'reason' | 'problem'>

/** Points and breaks in the order of the lists; each begins where the one before ends. */
export class TrailParts {
  readonly #done: TrailPart[] = []
  #points: TrailPoint[] = []
  #break: TrailBreak | null = null
  #lastMs: number | null = null

  /** @returns whether it is another point than the last one */
  add(
    { atMs, meta }: Pick<RecordedList, 'atMs' | 'meta'>,
    { status, mtime }: LiveVehicle,
    { lat, lng }: NonNullable<LiveVehicle['position']>,
  ): boolean {
    const reportedAt = meta.mtimeServes ? mtime : null
    this.#endBreak(atMs)
    this.#lastMs = atMs
    const last = this.#points.at(-1)
    if (last && last.lat === lat && last.lng === lng && last.status === status) {
      this.#points[this.#points.length - 1] = { ...last, lastMs: atMs, lastReportedAt: reportedAt }
      return false
    }
    this.#points.push({ atMs, lastMs: atMs, lat, lng, status, reportedAt, lastReportedAt: reportedAt })
    return true
  }

  /** All was so in the lists up to this one. */
  extendTo(atMs: number): void {
    const last = this.#points.at(-1)
    if (last) this.#points[this.#points.length - 1] = { ...last, lastMs: atMs }
    if (this.#break) this.#break = { ...this.#break, toMs: atMs }
    this.#lastMs = atMs
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
