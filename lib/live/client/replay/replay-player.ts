import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordingGap } from '@/lib/api/contract/recording'
import { AreaView } from '@/lib/live/client/area-view'
import type { LiveSource, LiveState, ReplayState } from '@/lib/live/client/live-area'
import type { LivePlatform } from '@/lib/live/client/platform'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'
import { applyList, isDue, LoadedRecording, type RecordedItem } from './loaded-recording'
import { unreadable } from './recorded-events'
import type { PlayableRecording } from './timeline'

// Time between two pictures, so that the main thread has time for others: nothing is read faster.
const TICK_MS = 100
const SECOND_MS = 1000

/** Loaded ahead, at least, and in seconds of playing. */
const AHEAD_LEAST_MS = 20_000
const AHEAD_PLAYING_MS = 2_000

interface Jump {
  readonly atMs: number
  /** To the list there, and to its own time. */
  readonly isStep: boolean
}

/** Plays an area's recording through the same reducer as the live map. */
export class ReplayPlayer implements LiveSource {
  readonly #search: AreaSearch
  readonly #platform: LivePlatform
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #loaded: LoadedRecording
  /** The list that is shown, its time, or the gap in place of one. */
  #view: AreaView | null = null
  #listMs: number | null = null
  #gap: RecordingGap | null = null
  #jump: Jump | null = null
  #stepsForward = false
  /** As the timeline has it: an answer names a gap only if it reaches beyond it. */
  #recorded: PlayableRecording = {
    gaps: [],
    fromMs: -Infinity,
    toMs: Infinity,
    lastMs: Infinity,
  }
  /** Where playing began, in the past and on this browser's clock. */
  #anchor = { atMs: 0, realMs: 0 }
  #replay: ReplayState
  #state: LiveState
  #isAdvancing = false
  #isDue = false
  #isStopped = false
  #cancelTick: () => void = () => {}

  constructor(search: AreaSearch, platform: LivePlatform, atMs: number) {
    this.#search = search
    this.#platform = platform
    this.#replay = {
      atMs,
      gap: null,
      isPlaying: false,
      speed: 1,
      isLoading: true,
      isAtEnd: false,
      jumps: 0,
    }
    this.#state = this.#toState()
    this.#loaded = this.#loadFrom(atMs, null)
    this.#jump = { atMs, isStep: false }
    this.#unsubscribe = platform.onVisibilityChange(() => {
      // A hidden tab has no timers to keep up with.
      if (platform.isHidden()) this.pause()
    })
    this.#loaded.loadTo(atMs + 1)
  }

  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Repeats a failed load. */
  readonly refresh = (): void =>
    this.#go({ atMs: this.#jump?.atMs ?? this.#replay.atMs, isStep: false }, null, false)

  /** @param start of the stretch that is meant, where the clock was set back */
  seek(atMs: number, start: string | null = null): void {
    this.#go({ atMs, isStep: false }, start)
  }

  setRecorded(recorded: PlayableRecording): void {
    this.#recorded = recorded
    void this.#advance()
  }

  play(): void {
    this.#setAnchor()
    this.#publish({ isPlaying: true })
    void this.#advance()
  }

  pause(): void {
    this.#cancelTick()
    if (this.#replay.isPlaying) this.#publish({ isPlaying: false })
  }

  readonly togglePlay = (): void => (this.#replay.isPlaying ? this.pause() : this.play())

  setSpeed(speed: number): void {
    this.#setAnchor()
    this.#publish({ speed })
    void this.#advance()
  }

  /** To the list before or after the one that is shown, or to the gap there. */
  step(direction: -1 | 1): void {
    this.pause()
    const atMs = this.#listMs
    const gap = this.#gap
    if (direction === 1) {
      if (atMs === null && gap && !this.#loaded.next) {
        this.#go({ atMs: gap.toMs, isStep: true }, null)
        return
      }
      this.#stepsForward = true
      void this.#advance()
      return
    }
    const beforeMs = atMs === null ? gap?.fromMs : atMs - 1
    // Before the first list there is none to show.
    if (beforeMs !== undefined)
      this.#go({ atMs: Math.max(beforeMs, this.#recorded.fromMs), isStep: true }, null)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTick()
    this.#loaded.stop()
    this.#unsubscribe()
    this.#listeners.clear()
  }

  #go(jump: Jump, start: string | null, mayReuse = true): void {
    this.#jump = jump
    this.#stepsForward = false
    if (!mayReuse || this.#loaded.error || !this.#loaded.has(jump.atMs)) {
      this.#loaded.stop()
      this.#loaded = this.#loadFrom(jump.atMs, start)
      this.#loaded.loadTo(jump.atMs + 1)
    }
    this.#publish({ isLoading: true, isAtEnd: false })
    void this.#advance()
  }

  #loadFrom(atMs: number, start: string | null): LoadedRecording {
    const loaded: LoadedRecording = new LoadedRecording(atMs, start, {
      search: this.#search,
      fetch: this.#platform.fetch,
      onChange: () => {
        if (loaded === this.#loaded) void this.#advance()
      },
    })
    return loaded
  }

  #loadAhead(atMs: number): void {
    const aheadMs = Math.max(AHEAD_LEAST_MS, this.#replay.speed * AHEAD_PLAYING_MS)
    const { loadedToMs } = this.#loaded
    if (loadedToMs < atMs + aheadMs || this.#stepsForward)
      this.#loaded.loadTo(Math.min(Math.max(atMs, loadedToMs) + 2 * aheadMs, this.#recorded.toMs))
  }

  /** One picture after the other: applies all that is due, then publishes it as one. */
  async #advance(): Promise<void> {
    this.#isDue = true
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false
      await this.#applyDue(this.#loaded)
    }
    this.#isAdvancing = false
  }

  async #applyDue(loaded: LoadedRecording): Promise<void> {
    let hasChanged = this.#jump !== null
    if (this.#jump && !(await this.#land(loaded, this.#jump))) return
    const isOver = () => this.#isStopped || loaded !== this.#loaded || this.#jump !== null
    let atMs = this.#target()
    for (let item = loaded.next; item && isDue(item, atMs); item = loaded.next) {
      // The clock was set back: the items after it are not yet due.
      if (this.#listMs !== null && item.atMs < this.#listMs) atMs = this.#setAnchor(item.atMs)
      await this.#apply(item).catch((error: unknown) => {
        loaded.error = unreadable(error)
      })
      if (isOver()) return
      if (loaded.error) break
      loaded.pass(this.#view)
      hasChanged = true
    }
    if (hasChanged) {
      // Applying the changes and rendering them take a task each.
      await yieldToEventLoop()
      if (isOver()) return
    }
    this.#settle(atMs, hasChanged)
    this.#loadAhead(atMs)
  }

  /** @returns whether the moment is shown: it is loaded, and no other jump came meanwhile */
  async #land(loaded: LoadedRecording, jump: Jump): Promise<boolean> {
    if (!loaded.error) loaded.loadTo(jump.atMs + 1)
    const isThere = !loaded.error && loaded.loadedToMs > jump.atMs
    const landed = isThere
      ? await loaded.jump(jump.atMs).catch((error: unknown) => {
          loaded.error = unreadable(error)
        })
      : null
    if (this.#isStopped || jump !== this.#jump) return false
    if (!landed) {
      this.#publish({ isLoading: loaded.error === null })
      return false
    }
    const { item, view } = landed
    this.#jump = null
    this.#show(item, view)
    const atMs = jump.isStep && item?.kind === 'list' ? item.atMs : jump.atMs
    this.#replay = { ...this.#replay, atMs, jumps: this.#replay.jumps + 1 }
    this.#setAnchor()
    return true
  }

  /** @throws for changes that do not follow from the list that is shown */
  async #apply(item: RecordedItem): Promise<void> {
    if (item.kind === 'gap') return this.#show(item, null)
    const view = item.isWhole || !this.#view ? new AreaView() : this.#view
    await applyList(view, item)
    this.#show(item, view)
  }

  #show(item: RecordedItem | null, view: AreaView | null): void {
    this.#view = view
    this.#listMs = item?.kind === 'list' ? item.atMs : null
    if (item?.kind === 'gap') this.#gap = item.gap
    else this.#gap = this.#listMs === null ? null : this.#failureAt(this.#listMs)
  }

  /**
   * The gap of a service that did not answer, since when and until when as
   * far as the timeline knows.
   */
  #failureAt(atMs: number): RecordingGap | null {
    const failure = this.#view?.failure ?? null
    if (!failure) return null
    const known = this.#recorded.gaps.find(
      ({ reason, fromMs, toMs }) => reason === 'service' && fromMs <= atMs && atMs < toMs,
    )
    return known ?? { fromMs: atMs, toMs: atMs, reason: 'service', problem: failure.kind }
  }

  /** All that is loaded up to a moment was applied: a gap may begin before the next item. */
  #reach(atMs: number): void {
    const gap = this.#recorded.gaps.find(
      ({ reason, fromMs, toMs }) => reason !== 'service' && fromMs < atMs && atMs < toMs,
    )
    if (gap && this.#listMs !== null && this.#listMs <= gap.fromMs)
      this.#show({ kind: 'gap', atMs: gap.fromMs, gap }, null)
    this.#view?.expireDeparted(atMs)
  }

  /** The moment to show now, as far as it is loaded. */
  #target(): number {
    const { isPlaying, speed, atMs } = this.#replay
    const { next } = this.#loaded
    if (this.#stepsForward && next) return next.kind === 'gap' ? next.atMs + 1 : next.atMs
    if (!isPlaying) return atMs
    const passedMs = this.#platform.now() - this.#anchor.realMs
    const dueMs = Math.round(this.#anchor.atMs + passedMs * speed)
    if (dueMs <= this.#loaded.loadedToMs) return dueMs
    return this.#setAnchor(Math.max(atMs, this.#loaded.loadedToMs))
  }

  /** Publishes the moment that was reached, and plays on. */
  #settle(atMs: number, hasChanged: boolean): void {
    const loaded = this.#loaded
    const { isPlaying } = this.#replay
    const isOver = loaded.next === undefined
    const isLastShown = this.#listMs === this.#recorded.lastMs || atMs >= this.#recorded.toMs
    const isAtEnd = isOver && isLastShown
    this.#reach(atMs)
    const gap = this.#gap
    if (hasChanged || isAtEnd || loaded.error) this.#stepsForward = false
    const needsList = isPlaying || this.#listMs === null
    const isWaiting = this.#stepsForward || (needsList && atMs >= loaded.loadedToMs)
    const playsOn = isPlaying && !isAtEnd && loaded.error === null
    const next = {
      atMs,
      gap,
      isAtEnd,
      isLoading: isWaiting && isOver && !isAtEnd && !gap && !loaded.error,
      isPlaying: playsOn,
      jumps: this.#replay.jumps,
    }
    // Between two lists the clock alone goes on, and shows seconds.
    const isSame = isSameSecond(atMs, this.#shown.atMs) && isSameState(next, this.#shown)
    if (hasChanged || loaded.error || !isSame) this.#publish(next)
    else this.#replay = { ...this.#replay, ...next }
    this.#cancelTick()
    if (playsOn && !this.#isStopped)
      this.#cancelTick = this.#platform.after(TICK_MS, () => void this.#advance())
  }

  #setAnchor(atMs = this.#replay.atMs): number {
    this.#anchor = { atMs, realMs: this.#platform.now() }
    return atMs
  }

  get #shown(): ReplayState {
    return this.#state.replay as ReplayState
  }

  #publish(change: Partial<ReplayState>): void {
    this.#replay = { ...this.#replay, ...change }
    this.#state = this.#toState()
    for (const listener of this.#listeners) listener()
  }

  #toState(): LiveState {
    return {
      area: this.#view?.toArea() ?? null,
      progress: null,
      connection: 'replay',
      isTakingOver: false,
      error: this.#loaded?.error ?? null,
      replay: this.#replay,
      refresh: this.refresh,
    }
  }
}

function isSameSecond(ms: number, otherMs: number): boolean {
  return Math.floor(ms / SECOND_MS) === Math.floor(otherMs / SECOND_MS)
}

function isSameState(next: Partial<ReplayState>, shown: ReplayState): boolean {
  const names = ['gap', 'isAtEnd', 'isLoading', 'isPlaying', 'jumps'] as const
  return names.every((name) => next[name] === shown[name])
}
