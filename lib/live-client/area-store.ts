import { ApiError, isNewError } from '@/lib/api/errors'
import type { AreaSearch, LiveFailure, LiveMeta } from '@/lib/contract/live'
import { AreaView } from './area-view'
import { LiveConnection } from './connection'
import type { LiveState } from './live-area'
import type { LiveEvent } from './live-event'
import type { LivePlatform } from './platform'
import { RenderThrottle } from './render-throttle'
import { TabVisibility } from './tab-visibility'
import { inTasks } from './time-slicing'

export interface LiveWishes {
  /** One of INTERVALS_SECONDS. */
  readonly everySeconds: number
  readonly paused: boolean
}

// A frame: however many events arrive, the page is drawn once for all of them.
const FRAME_MS = 16

// While pages of a first sweep pour in, all columns are copied each time.
const PROGRESS_FRAME_MS = 250

// The server does not sweep again for data as young as this.
const FRESH_MS = 1_500

/**
 * One area, live for as long as somebody subscribes. A tab holds one stream, a hidden or paused tab none: the six
 * connections that HTTP/1.1 leaves a browser for one host are not used up by tabs that nobody sees.
 */
export class AreaStore {
  readonly #platform: LivePlatform
  readonly #onIdle: () => void
  readonly #view = new AreaView()
  readonly #link: LiveConnection
  readonly #presence: TabVisibility
  readonly #frame: RenderThrottle
  readonly #listeners = new Set<() => void>()
  #wishes: LiveWishes = { everySeconds: 5, paused: false }
  #isRunning = false
  /** While paused: shut again after data not older than this, on this browser's clock. */
  #onceSinceMs: number | null = null
  #shownFailure: { readonly of: LiveFailure; readonly error: ApiError } | null = null
  #state: LiveState
  #taken: Promise<void> = Promise.resolve()
  #cancelExpiry: () => void = () => {}

  /** @param onIdle called when the last subscriber is gone and the stream is shut */
  constructor(search: AreaSearch, platform: LivePlatform, onIdle: () => void) {
    this.#platform = platform
    this.#onIdle = onIdle
    this.#presence = new TabVisibility(platform, () => this.#look())
    this.#frame = new RenderThrottle(platform, () => this.#publish())
    this.#link = new LiveConnection({
      search,
      platform,
      everySeconds: () => this.#wishes.everySeconds,
      // After what could not be read only a snapshot can be trusted; what is shown stays until it is whole.
      lastEventId: () => (this.#link.error?.kind === 'internal' ? null : this.#view.lastEventId),
      onOpened: () => this.#view.beginStream(),
      onEvent: (event) => this.#take(event),
      onChange: () => this.#show(FRAME_MS),
    })
    this.#state = this.#describe()
  }

  /** The same object until something changes. */
  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#start()
    return () => {
      this.#listeners.delete(listener)
      // React subscribes anew within a task, and twice in StrictMode: the stream outlasts that.
      this.#platform.after(0, () => this.#stopUnlessWanted())
    }
  }

  /** Sweep now, also while paused. */
  readonly refresh = (): void => {
    if (this.#wishes.paused) this.#onceSinceMs = this.#platform.now() - FRESH_MS
    if (this.#isWanted) this.#link.reopen()
  }

  get isInUse(): boolean {
    return this.#isRunning
  }

  /** Vehicles held, for who counts the memory. */
  get size(): number {
    return this.#view.size
  }

  wish(wishes: LiveWishes): void {
    const before = this.#wishes
    this.#wishes = wishes
    if (before.paused !== wishes.paused) this.#onceSinceMs = null
    if (before.everySeconds !== wishes.everySeconds && this.#isWanted) this.#link.reopen()
    this.#update()
  }

  get #isWanted(): boolean {
    return this.#isRunning && !this.#presence.isAway && (!this.#wishes.paused || this.#onceSinceMs !== null)
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#presence.watch()
    // A paused page that opens another area still wants to see what is there.
    if (this.#wishes.paused && !this.#view.hasSnapshot) this.#onceSinceMs = Number.NEGATIVE_INFINITY
    this.#update()
    this.#frame.callOff()
    this.#publish()
  }

  #stopUnlessWanted(): void {
    if (!this.#isRunning || this.#listeners.size > 0) return
    this.#isRunning = false
    this.#onceSinceMs = null
    this.#presence.stop()
    this.#link.close()
    this.#cancelExpiry()
    this.#frame.callOff()
    this.#state = this.#describe()
    this.#onIdle()
  }

  #look(): void {
    // Who looks again does not wait out a pause.
    if (this.#isWanted && this.#link.state === 'interrupted') this.#link.reopen()
    this.#update()
  }

  #update(): void {
    if (this.#isWanted) this.#link.open()
    else this.#link.close()
    this.#show(FRAME_MS)
  }

  /** One event after the other, also when the stream it came with is shut meanwhile and another one opened. */
  #take(event: LiveEvent): Promise<void> {
    const taken = this.#taken.then(async () => {
      const isCurrent = await inTasks(this.#view.apply(event))
      this.#show(event.name === 'progress' && event.data.failure === null ? PROGRESS_FRAME_MS : FRAME_MS)
      if (isCurrent && event.name !== 'progress') this.#settle(event.data.meta, event.arrivedAtMs)
    })
    this.#taken = taken.catch(() => {})
    return taken
  }

  /** Shuts the stream again when a refresh while paused is answered: missed deltas that come first are no answer. */
  #settle({ ageMs, failure }: LiveMeta, arrivedAtMs: number): void {
    if (this.#onceSinceMs === null) return
    if (failure === null && arrivedAtMs - ageMs < this.#onceSinceMs) return
    this.#onceSinceMs = null
    this.#update()
  }

  #show(withinMs: number): void {
    if (this.#isRunning) this.#frame.ask(withinMs)
  }

  #publish(): void {
    if (this.#view.expireDeparted(this.#platform.now())) this.#show(FRAME_MS)
    this.#awaitExpiry()
    const next = this.#describe()
    const { area, progress, connection, error } = this.#state
    if (
      next.area === area &&
      next.progress === progress &&
      next.connection === connection &&
      next.error === error
    )
      return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  #awaitExpiry(): void {
    this.#cancelExpiry()
    const atMs = this.#view.nextExpiryMs
    if (atMs === null) return
    const inMs = Math.max(FRAME_MS, atMs - this.#platform.now())
    this.#cancelExpiry = this.#platform.after(inMs, () => this.#publish())
  }

  #describe(): LiveState {
    return {
      area: this.#view.toArea(),
      progress: this.#view.progress,
      connection: this.#connection(),
      error: this.#link.error ?? this.#failure(),
      refresh: this.refresh,
    }
  }

  #connection(): LiveState['connection'] {
    if (this.#wishes.paused && this.#onceSinceMs === null) return 'paused'
    if (this.#presence.isAway) return 'hidden'
    return this.#link.state === 'closed' ? 'connecting' : this.#link.state
  }

  /** The service's failure as an error, the same one while it lasts: a notice is not announced at every sweep. */
  #failure(): ApiError | null {
    const failure = this.#view.failure
    if (failure === null) return null
    const shown = this.#shownFailure
    if (shown?.of === failure) return shown.error
    const isPause = failure.kind === 'rate-limited'
    const pausedUntilMs = isPause ? this.#platform.now() + failure.retryAfterMs : null
    const message = `GET /api/live: ${failure.kind} since ${failure.since}`
    const fresh = new ApiError(failure.kind, message, null, { pausedUntilMs, requestId: failure.requestId })
    const isSame = shown?.of.since === failure.since && !isNewError(fresh, shown.error)
    const error = isSame ? shown.error : fresh
    this.#shownFailure = { of: failure, error }
    return error
  }
}
