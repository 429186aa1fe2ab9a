import { ApiError, isNewError } from '@/lib/api/client/errors'
import type { AreaSearch, LiveFailure, LiveMeta } from '@/lib/api/contract/live'
import { finishInTasks } from '@/lib/vehicles/time-slicing'
import { AreaConnection } from './area-connection'
import { AreaView } from './area-view'
import type { LiveSource, LiveState } from './live-area'
import type { PageStream } from './page-stream'
import type { LivePlatform } from './platform'
import type { LiveEvent } from './stream'

export interface RefreshOptions {
  /** One of INTERVALS_SECONDS. */
  readonly everySeconds: number
  readonly paused: boolean
}

// All events of a frame are rendered together.
const FRAME_MS = 16

// During a first sweep every render copies all columns.
const PROGRESS_FRAME_MS = 250

// Ignores a short switch to another tab.
const HIDDEN_GRACE_MS = 2_000

// Data that arrived just before the request count as its answer.
const FRESH_MS = 1_500

/**
 * One area, live while it has subscribers: the page's stream carries it then, but not where the tab
 * is hidden or the map paused.
 */
export class AreaStore implements LiveSource {
  readonly #platform: LivePlatform
  readonly #onIdle: () => void
  readonly #view = new AreaView()
  readonly #connection: AreaConnection
  readonly #listeners = new Set<() => void>()
  #options: RefreshOptions = { everySeconds: 5, paused: false }
  #isRunning = false
  #isHidden = false
  #cancelHiding: () => void = () => {}
  #stopWatchingTab: () => void = () => {}
  #due: { readonly atMs: number; readonly cancel: () => void } | null = null
  /**
   * Set by a refresh while paused: close the stream after data not older than
   * this, on this browser's clock.
   */
  #refreshSinceMs: number | null = null
  #shownFailure: { readonly failure: LiveFailure; readonly error: ApiError } | null = null
  #state: LiveState
  #applying: Promise<void> | null = null
  #cancelExpiry: () => void = () => {}

  /** @param onIdle called when the last subscriber has left and the stream carries it no more */
  constructor(search: AreaSearch, stream: PageStream, onIdle: () => void) {
    this.#platform = stream.platform
    this.#onIdle = onIdle
    this.#connection = new AreaConnection({
      search,
      stream,
      everySeconds: () => this.#options.everySeconds,
      // After an unreadable event only a snapshot helps; the area stays shown until it is complete.
      lastEventId: () =>
        this.#connection.error?.kind === 'internal' ? null : this.#view.lastEventId,
      applying: () => this.#applying,
      onOpened: () => this.#view.beginStream(),
      onEvent: (event) => this.#apply(event),
      onChange: () => this.#render(FRAME_MS),
    })
    this.#state = this.#toState()
  }

  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#start()
    return () => {
      this.#listeners.delete(listener)
      // React resubscribes within a task, and twice in StrictMode: keep the stream during that.
      this.#platform.after(0, () => this.#stopUnlessWanted())
    }
  }

  readonly refresh = (): void => {
    if (this.#options.paused) this.#refreshSinceMs = this.#platform.now() - FRESH_MS
    if (this.#isWanted) this.#connection.reopen(true)
  }

  get isInUse(): boolean {
    return this.#isRunning
  }

  get size(): number {
    return this.#view.size
  }

  setOptions(options: RefreshOptions): void {
    const before = this.#options
    this.#options = options
    if (before.paused !== options.paused) this.#refreshSinceMs = null
    if (before.everySeconds !== options.everySeconds && this.#isWanted) this.#connection.reopen()
    this.#update()
  }

  get #isWanted(): boolean {
    return (
      this.#isRunning && !this.#isHidden && (!this.#options.paused || this.#refreshSinceMs !== null)
    )
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#isHidden = this.#platform.isHidden()
    this.#stopWatchingTab = this.#platform.onVisibilityChange(() => this.#onVisibility())
    // A paused page loads a new area once.
    if (this.#options.paused && !this.#view.hasSnapshot)
      this.#refreshSinceMs = Number.NEGATIVE_INFINITY
    this.#update()
    this.#publish()
  }

  #stopUnlessWanted(): void {
    if (!this.#isRunning || this.#listeners.size > 0) return
    this.#isRunning = false
    this.#refreshSinceMs = null
    this.#stopWatchingTab()
    this.#cancelHiding()
    this.#connection.close()
    this.#cancelExpiry()
    this.#cancelRendering()
    this.#state = this.#toState()
    this.#onIdle()
  }

  #onVisibility(): void {
    this.#cancelHiding()
    const set = (isHidden: boolean) => {
      this.#isHidden = isHidden
      // A tab shown again does not wait out the back-off.
      if (this.#isWanted && this.#connection.state === 'interrupted') this.#connection.reopen()
      this.#update()
    }
    if (this.#platform.isHidden())
      this.#cancelHiding = this.#platform.after(HIDDEN_GRACE_MS, () => set(true))
    else set(false)
  }

  #update(): void {
    if (this.#isWanted) this.#connection.open()
    else this.#connection.close()
    this.#render(FRAME_MS)
  }

  async #apply(event: LiveEvent): Promise<void> {
    const steps = finishInTasks(this.#view.apply(event))
    const ended = () => {
      this.#applying = null
    }
    this.#applying = steps.then(ended, ended)
    const isCurrent = await steps
    this.#render(
      event.name === 'progress' && event.data.failure === null ? PROGRESS_FRAME_MS : FRAME_MS,
    )
    if (isCurrent && 'meta' in event.data) this.#settle(event.data.meta, event.arrivedAtMs)
  }

  /**
   * Closes the stream when a refresh while paused is answered; missed deltas
   * arrive before the answer.
   */
  #settle({ ageMs, failure }: LiveMeta, arrivedAtMs: number): void {
    if (this.#refreshSinceMs === null) return
    if (failure === null && arrivedAtMs - ageMs < this.#refreshSinceMs) return
    this.#refreshSinceMs = null
    this.#update()
  }

  /** Within some time; the earliest deadline wins. */
  #render(withinMs: number): void {
    const atMs = this.#platform.now() + withinMs
    if (!this.#isRunning || (this.#due && this.#due.atMs <= atMs)) return
    this.#cancelRendering()
    this.#due = { atMs, cancel: this.#platform.after(withinMs, () => this.#publish()) }
  }

  #cancelRendering(): void {
    this.#due?.cancel()
    this.#due = null
  }

  #publish(): void {
    this.#cancelRendering()
    if (this.#view.expireDeparted(this.#platform.now())) this.#render(FRAME_MS)
    this.#awaitExpiry()
    const next = this.#toState()
    const names = ['area', 'progress', 'connection', 'isTakingOver', 'error'] as const
    if (names.every((name) => next[name] === this.#state[name])) return
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

  #toState(): LiveState {
    return {
      area: this.#view.toArea(),
      progress: this.#view.progress,
      connection: this.#connectionState(),
      isTakingOver: this.#view.isTakingOver,
      error: this.#connection.error ?? this.#failure(),
      replay: null,
      refresh: this.refresh,
    }
  }

  #connectionState(): LiveState['connection'] {
    if (this.#options.paused && this.#refreshSinceMs === null) return 'paused'
    if (this.#isHidden) return 'hidden'
    return this.#connection.state === 'closed' ? 'connecting' : this.#connection.state
  }

  /**
   * The service's failure as an error, the same object while it lasts: a notice is announced once.
   */
  #failure(): ApiError | null {
    const failure = this.#view.failure
    if (failure === null) return null
    const shown = this.#shownFailure
    if (shown?.failure === failure) return shown.error
    const message = `GET /api/live: ${failure.kind} since ${failure.since}`
    const fresh = new ApiError(failure.kind, message, failure, this.#platform.now())
    const isSame = shown?.failure.since === failure.since && !isNewError(fresh, shown.error)
    const error = isSame ? shown.error : fresh
    this.#shownFailure = { failure, error }
    return error
  }
}
