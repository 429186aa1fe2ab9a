import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordingGap } from '@/lib/api/contract/recording'
import { AreaView } from '@/lib/live/client/area-view'
import { finishInTasks } from '@/lib/vehicles/time-slicing'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { type FramesFrom, type RecordedEvent, readRecorded, unreadable } from './recorded-events'

type ChangesEvent = Extract<RecordedEvent, { readonly name: 'changes' }>

export interface RecordedList {
  readonly kind: 'list'
  readonly atMs: number
  readonly parts: readonly ChangesEvent[]
  /** Nothing of the lists before remains. */
  readonly isWhole: boolean
  /** The list, for jumps to those behind it. */
  copy: VehicleTable | null
}

export type RecordedItem =
  | RecordedList
  | { readonly kind: 'gap'; readonly atMs: number; readonly gap: RecordingGap }

/**
 * Changed fields of vehicles before no more are loaded: 20,000 vehicles at
 * 60× are 200,000 a second.
 */
const AHEAD_MAXIMUM = 500_000
/**
 * Likewise of all that is kept: 12 minutes of 10,000 vehicles in the busiest
 * hour, which take about 100 MB.
 */
const KEPT_MAXIMUM = 1_500_000
/** Of a list without changes, about as much memory as these. */
const CHANGES_A_LIST = 100
/** Of lists that are copied, one in this many. */
const LISTS_A_COPY = 12

interface LoadedRecordingOptions {
  readonly search: AreaSearch
  readonly fetch: typeof globalThis.fetch
  /** Called when there is more, when all was loaded, and after a failure. */
  readonly onChange: () => void
}

/**
 * A recording from some time before an instant on, loaded in pieces as far ahead as it is asked to.
 */
export class LoadedRecording {
  readonly #options: LoadedRecordingOptions
  readonly #abort = new AbortController()
  #items: RecordedItem[] = []
  /** The list before the items, where they begin with changes. */
  #base: VehicleTable | null = null
  /** Index of the next one to apply. */
  #next = 0
  #from: FramesFrom | null
  #parts: ChangesEvent[] = []
  #isLoading = false
  /** Times go forward: where the clock was set back, one may be had twice. */
  #isOrdered = true
  loadedToMs: number
  error: Error | null = null

  constructor(fromMs: number, start: string | null, options: LoadedRecordingOptions) {
    this.#options = options
    this.#from = { atMs: fromMs, start }
    this.loadedToMs = fromMs
  }

  /** The item after the one that was applied last. */
  get next(): RecordedItem | undefined {
    return this.#items[this.#next]
  }

  /** Whether a moment can be shown without loading. */
  has(atMs: number): boolean {
    const [first] = this.#items
    return first !== undefined && this.#isOrdered && isDue(first, atMs) && atMs < this.loadedToMs
  }

  /** Loads up to this moment, unless enough waits already. */
  loadTo(toMs: number): void {
    if (this.#isLoading || this.error || !this.#from || this.loadedToMs >= toMs) return
    if (sizeOf(this.#items.slice(this.#next)) > AHEAD_MAXIMUM) return
    this.#isLoading = true
    void this.#load(this.#from, toMs)
  }

  stop(): void {
    this.#abort.abort()
  }

  /** The next item was applied. @param view of its list */
  pass(view: AreaView | null): void {
    const item = this.#items[this.#next]
    this.#next += 1
    if (view && item?.kind === 'list') this.#copy(this.#next - 1, () => view.copyTable())
    if (sizeOf(this.#items) < KEPT_MAXIMUM) return
    const first = this.#items.findIndex(
      (known, at) => at < this.#next - 1 && known.kind === 'list' && known.copy,
    )
    const dropped = this.#items.splice(0, first + 1).at(-1)
    if (dropped?.kind === 'list') this.#base = dropped.copy
    this.#next -= first + 1
  }

  /**
   * Goes on behind the last item before a moment.
   * @returns that item, null where there is none, and a view of the list
   * @throws for changes that do not follow from the list before them
   */
  async jump(atMs: number): Promise<{ item: RecordedItem | null; view: AreaView | null }> {
    const at = this.#indexAt(atMs)
    this.#next = at + 1
    const item = this.#items[at] ?? null
    if (item?.kind !== 'list') return { item, view: null }
    const { first, table } = this.#startBefore(at)
    const unshared = new Set<number>()
    for (let n = first; n < at; n++) {
      const { parts } = this.#items[n] as RecordedList
      for (const { data } of parts) await finishInTasks(table.apply(data, unshared))
      this.#copy(n, () => {
        unshared.clear()
        return table.copy()
      })
    }
    const view = new AreaView(table)
    await applyList(view, item)
    return { item, view }
  }

  /** The nearest item from which the list at an index can be made, and the list before it. */
  #startBefore(at: number): { first: number; table: VehicleTable } {
    const listAt = (n: number) => this.#items[n] as RecordedList | undefined
    let first = at
    while (!listAt(first)?.isWhole && listAt(first - 1) && !listAt(first - 1)?.copy) first -= 1
    const base = listAt(first)?.isWhole ? null : (listAt(first - 1)?.copy ?? this.#base)
    return { first, table: base?.copy() ?? new VehicleTable() }
  }

  #copy(at: number, copy: () => VehicleTable): void {
    const item = this.#items[at] as RecordedList
    const recent = this.#items.slice(Math.max(0, at - LISTS_A_COPY + 1), at + 1)
    const isNear = recent.some((known) => known.kind === 'list' && (known.copy || known.isWhole))
    if (!isNear && recent.length === LISTS_A_COPY) item.copy = copy()
  }

  #indexAt(atMs: number): number {
    const end = this.#items.findIndex((item, n) => {
      const before = this.#items[n - 1]
      const isSetBack = before !== undefined && item.atMs < before.atMs
      return isSetBack || !isDue(item, atMs)
    })
    return (end < 0 ? this.#items.length : end) - 1
  }

  async #load(from: FramesFrom, toMs: number): Promise<void> {
    const { search, fetch, onChange } = this.#options
    const { signal } = this.#abort
    try {
      for await (const event of readRecorded(search, from, toMs, { signal, fetch })) {
        if (signal.aborted) return
        if (event.name === 'end') {
          const { next, lastMs, toMs: reachedMs } = event.data
          this.#from = next === null ? null : { after: next }
          // One without a list says that there is none.
          this.#reach(reachedMs ?? (lastMs === null ? toMs : lastMs))
        } else if (event.name === 'gap') {
          this.#add({ kind: 'gap', atMs: event.data.fromMs, gap: event.data })
        } else {
          this.#parts.push(event)
          if (event.data.isPart) continue
          const parts = this.#parts.splice(0)
          const isWhole = parts[0]?.data.after === null
          this.#add({ kind: 'list', atMs: event.data.atMs, parts, isWhole, copy: null })
        }
        onChange()
      }
    } catch (error) {
      if (signal.aborted) return
      this.error = unreadable(error)
    }
    this.#isLoading = false
    onChange()
  }

  #add(item: RecordedItem): void {
    this.#isOrdered &&= item.atMs >= (this.#items.at(-1)?.atMs ?? item.atMs)
    this.#items.push(item)
    this.#reach(item.atMs)
  }

  #reach(ms: number): void {
    this.loadedToMs = Math.max(this.loadedToMs, ms)
  }
}

/** Applies a list to the view of the one before. @throws for changes that do not follow from it */
export async function applyList(view: AreaView, { parts }: RecordedList): Promise<void> {
  for (const part of parts) await finishInTasks(view.apply(part))
}

/** A gap begins after the list before it. */
export function isDue(item: RecordedItem, atMs: number): boolean {
  return item.kind === 'gap' ? item.atMs < atMs : item.atMs <= atMs
}

function sizeOf(items: readonly RecordedItem[]): number {
  let size = 0
  for (const item of items) {
    if (item.kind !== 'list') continue
    for (const { data } of item.parts) {
      size += CHANGES_A_LIST + data.moved.length + data.added.length
      for (const [, slots] of data.fields) size += slots.length
    }
  }
  return size
}
