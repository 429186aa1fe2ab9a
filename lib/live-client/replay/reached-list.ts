import { finishInTasks } from '@/lib/browser/time-slicing'
import type { RecordingGap } from '@/lib/contract/recording'
import type { ListChanges } from '@/lib/contract/recording-frames'
import type { AreaView } from '@/lib/live-client/area-view'
import type { RecordedItem } from './fetch-ahead'
import type { RecordedView } from './recorded-view'

/** The list of a recording that was reached, or the gap in place of one. */
export class ReachedList {
  #view: RecordedView | null = null
  gap: RecordingGap | null = null
  /** Time of the last list applied; null in a gap. */
  atMs: number | null = null
  /** As the timeline has them: an answer names a gap only if it reaches beyond it. */
  gaps: readonly RecordingGap[] = []

  get view(): AreaView | null {
    return this.#view?.area ?? null
  }

  /** Nothing is known at the moment that was jumped to. */
  clear(): void {
    this.#view = null
    this.gap = null
    this.atMs = null
  }

  /** @throws for changes without a list */
  async apply(item: RecordedItem): Promise<void> {
    if (item.kind === 'gap') return this.#enter(item.gap)
    this.atMs = item.atMs
    if (item.kind === 'list') this.#view = item.view
    else if (this.#view) await this.#change(this.#view, item.changes)
    else throw new Error('changes without a list')
    this.gap = this.#failureAt(item.atMs)
  }

  /** Drop a list that was changed in part: nothing goes on from it. */
  async #change(view: RecordedView, changes: ListChanges): Promise<void> {
    await finishInTasks(view.apply(changes)).catch((error: unknown) => {
      if (view === this.#view) this.clear()
      throw error
    })
  }

  /** All that is loaded up to a moment was applied: a gap may begin before the next item. */
  reach(atMs: number): void {
    const gap = this.gaps.find((one) => !isOfService(one) && one.fromMs < atMs && atMs < one.toMs)
    if (gap && this.atMs !== null && this.atMs <= gap.fromMs) this.#enter(gap)
    this.view?.expireDeparted(atMs)
  }

  /** The gap of a service that did not answer, since when and until when as far as the timeline knows. */
  #failureAt(atMs: number): RecordingGap | null {
    const failure = this.view?.failure ?? null
    if (!failure) return null
    const known = this.gaps.find((gap) => isOfService(gap) && gap.fromMs <= atMs && atMs < gap.toMs)
    return known ?? { fromMs: atMs, toMs: atMs, reason: 'service', problem: failure.kind }
  }

  #enter(gap: RecordingGap): void {
    this.clear()
    this.gap = gap
  }
}

function isOfService({ reason }: RecordingGap): boolean {
  return reason === 'service'
}
