import { finishInTasks } from '@/lib/browser/time-slicing'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import { AreaView } from '@/lib/live-client/area-view'
import type { ListHolder } from './held-list'
import { type FramesFrom, type RecordedEvent, readRecorded } from './recorded-events'

/** What comes next in a recording, in its order. */
export type RecordedItem =
  /** A whole list, with nothing known from before it. */
  | { readonly kind: 'list'; readonly atMs: number; readonly view: AreaView }
  | { readonly kind: 'delta'; readonly atMs: number; readonly event: DeltaEvent }
  | { readonly kind: 'gap'; readonly atMs: number; readonly gap: RecordingGap }

type DeltaEvent = Extract<RecordedEvent, { readonly name: 'delta' }>

/** Changes of vehicles in memory before no more are loaded: 20,000 vehicles at 60× are 100,000 a second. */
const CHANGES_MAXIMUM = 250_000

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
    if (item?.kind === 'delta') this.#changes -= item.event.data.upserts.length
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
    let view = new AreaView()
    try {
      for await (const event of readRecorded(search, { from, toMs, signal, fetch, lists })) {
        if (signal.aborted) return
        if (event.name === 'end') {
          this.#next = event.data.next === null ? null : { after: event.data.next }
          // An answer may end before; one without a list says that there is none.
          if (event.data.lastMs === null) this.loadedToMs = Math.max(this.loadedToMs, toMs)
        } else if (event.name === 'snapshot') {
          if (event.data.part === 0) view = new AreaView()
          if (!(await finishInTasks(view.apply(event)))) continue
          this.#add({ kind: 'list', atMs: event.arrivedAtMs, view })
        } else if (event.name === 'gap') {
          // That of the service is in the lists themselves, which go on.
          if (event.data.reason !== 'service')
            this.#add({ kind: 'gap', atMs: event.data.fromMs, gap: event.data })
        } else this.#add({ kind: 'delta', atMs: event.arrivedAtMs, event })
        if (!signal.aborted) onChange()
      }
    } catch (error) {
      if (signal.aborted) return
      this.error = error as Error
    }
    this.#isLoading = false
    onChange()
  }

  #add(item: RecordedItem): void {
    this.#items.push(item)
    if (item.kind === 'delta') this.#changes += item.event.data.upserts.length
    this.loadedToMs = Math.max(this.loadedToMs, item.atMs)
  }
}
