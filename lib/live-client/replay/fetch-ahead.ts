import { finishInTasks } from '@/lib/browser/time-slicing'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { ListChanges } from '@/lib/contract/recording-frames'
import { type FramesFrom, readRecorded, unreadable } from './recorded-events'
import { type HeldList, RecordedView } from './recorded-view'

/** One item of a recording, which come in its order. */
export type RecordedItem =
  /** A whole list, with nothing known from before it. */
  | { readonly kind: 'list'; readonly atMs: number; readonly view: RecordedView }
  | { readonly kind: 'changes'; readonly atMs: number; readonly changes: ListChanges }
  | { readonly kind: 'gap'; readonly atMs: number; readonly gap: RecordingGap }

/** Changed fields of vehicles in memory before no more are loaded: 20,000 vehicles at 60× are 200,000 a second. */
const CHANGES_MAXIMUM = 500_000

/** The whole list that was read last. */
export interface ListHolder {
  held: HeldList | null
}

export interface FetchAheadOptions {
  readonly search: AreaSearch
  readonly fetch: typeof globalThis.fetch
  readonly lists: ListHolder
  /** Called when there is more, when all was loaded, and after a failure. */
  readonly onChange: () => void
}

/** Loads a recording from an instant on, in pieces, as far ahead as it is asked to. */
export class FetchAhead {
  readonly #options: FetchAheadOptions
  readonly #abort = new AbortController()
  readonly #items: RecordedItem[] = []
  #next: FramesFrom | null
  #changes = 0
  #isLoading = false
  /** Everything up to here is loaded. */
  loadedToMs: number
  error: Error | null = null

  constructor(fromMs: number, start: string | null, options: FetchAheadOptions) {
    this.#options = options
    this.#next = { atMs: fromMs, start }
    this.loadedToMs = fromMs
  }

  get first(): RecordedItem | undefined {
    return this.#items[0]
  }

  shift(): RecordedItem | undefined {
    const item = this.#items.shift()
    if (item?.kind === 'changes') this.#changes -= countOf(item.changes)
    return item
  }

  /** Loads up to this moment, unless enough waits already. */
  loadTo(toMs: number): void {
    if (this.#isLoading || this.error || !this.#next || this.loadedToMs >= toMs) return
    if (this.#changes > CHANGES_MAXIMUM) return
    this.#isLoading = true
    void this.#load(this.#next, toMs)
  }

  stop(): void {
    this.#abort.abort()
  }

  async #load(from: FramesFrom, toMs: number): Promise<void> {
    const { search, fetch, lists, onChange } = this.#options
    const { signal } = this.#abort
    const { held } = lists
    const have = held?.place ?? null
    let view = new RecordedView()
    try {
      for await (const event of readRecorded(search, { from, toMs, signal, fetch, have })) {
        if (signal.aborted) return
        if (event.name === 'end') {
          this.#next = event.data.next === null ? null : { after: event.data.next }
          // An answer may end before; one without a list says that there is none.
          if (event.data.lastMs === null) this.loadedToMs = Math.max(this.loadedToMs, toMs)
        } else if (event.name === 'snapshot') {
          if (event.data.part === 0) view = new RecordedView()
          if (!(await finishInTasks(view.applyPart(event)))) continue
          this.#addList(view, event.data.place, event.arrivedAtMs)
        } else if (event.name === 'difference') {
          view = new RecordedView()
          await finishInTasks(view.begin(held, event.data))
          this.#addList(view, event.data.place, event.data.writtenAt)
        } else if (event.name === 'gap') {
          // That of the service is in the lists themselves, which go on.
          if (event.data.reason !== 'service')
            this.#add({ kind: 'gap', atMs: event.data.fromMs, gap: event.data })
        } else this.#add({ kind: 'changes', atMs: event.data.writtenAt, changes: event.data })
        if (!signal.aborted) onChange()
      }
    } catch (error) {
      if (signal.aborted) return
      // Repeated as a whole list: the difference may be what is wrong.
      lists.held = null
      this.error = unreadable(error)
    }
    this.#isLoading = false
    onChange()
  }

  #addList(view: RecordedView, place: string, atMs: number): void {
    // The next jump reads its list into the same holder.
    if (this.#abort.signal.aborted) return
    this.#options.lists.held = view.held(place)
    this.#add({ kind: 'list', atMs, view })
  }

  #add(item: RecordedItem): void {
    this.#items.push(item)
    if (item.kind === 'changes') this.#changes += countOf(item.changes)
    this.loadedToMs = Math.max(this.loadedToMs, item.atMs)
  }
}

function countOf({ moved, since, fields, added }: ListChanges): number {
  const shared = moved.atDeltas.length + since.atDeltas.length + added.length
  return fields.reduce((sum, { atDeltas }) => sum + atDeltas.length, shared)
}
