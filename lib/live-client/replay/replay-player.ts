import { yieldToEventLoop } from '@/lib/browser/time-slicing'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type { LiveSource, LiveState, ReplayState } from '@/lib/live-client/live-area'
import type { LivePlatform } from '@/lib/live-client/platform'
import { FetchAhead, type ListHolder, type RecordedItem } from './fetch-ahead'
import { ReachedList } from './reached-list'
import { unreadable } from './recorded-events'

/** Seconds of the past in one. */
export const SPEEDS = [1, 2, 5, 10, 30, 60, 120] as const

// Time between two pictures, so that the main thread has time for others: nothing is read faster.
const TICK_MS = 100
const SECOND_MS = 1000

/** Loaded ahead, at least, and in seconds of playing. */
const AHEAD_LEAST_MS = 20_000
const AHEAD_PLAYING_MS = 2_000

type Platform = Pick<LivePlatform, 'fetch' | 'now' | 'after' | 'isHidden' | 'onVisibilityChange'>

interface Jump {
  readonly atMs: number
  /** To the list there, and to its own time. */
  readonly isStep: boolean
}

interface Recorded {
  readonly gaps: readonly RecordingGap[]
  /** Latest list. */
  readonly toMs: number
  /** The last one in the order of the recording: earlier where the clock was set back. */
  readonly lastMs: number
}

/** Plays an area's recording through the same reducer as the live map. */
export class ReplayPlayer implements LiveSource {
  readonly #search: AreaSearch
  readonly #platform: Platform
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  readonly #lists: ListHolder = { held: null }
  #ahead: FetchAhead
  readonly #list = new ReachedList()
  #jump: Jump | null = null
  #stepsForward = false
  /** As the timeline has it. */
  #recorded: Omit<Recorded, 'gaps'> = { toMs: Number.POSITIVE_INFINITY, lastMs: Number.POSITIVE_INFINITY }
  /** Where playing began, in the past and on this browser's clock. */
  #anchor = { atMs: 0, realMs: 0 }
  #replay: ReplayState
  #state: LiveState
  #isAdvancing = false
  #isDue = false
  #isStopped = false
  #cancelTick: () => void = () => {}

  constructor(search: AreaSearch, platform: Platform, atMs: number) {
    this.#search = search
    this.#platform = platform
    this.#replay = {
      ...{ atMs, gap: null, isPlaying: false, speed: 1, isLoading: true, isAtEnd: false, jumps: 0 },
    }
    this.#state = this.#toState()
    this.#ahead = this.#fetchFrom(atMs, null)
    this.#jump = { atMs, isStep: false }
    this.#unsubscribe = platform.onVisibilityChange(() => {
      // A hidden tab has no timers to keep up with.
      if (platform.isHidden()) this.pause()
    })
    this.#ahead.loadTo(atMs + 1)
  }

  readonly getState = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Repeats a failed load. */
  readonly refresh = (): void => this.seek(this.#jump?.atMs ?? this.#replay.atMs)

  /** @param start of the stretch that is meant, where the clock was set back */
  seek(atMs: number, start: string | null = null): void {
    this.#go({ atMs, isStep: false }, start)
  }

  /** @param recorded as the timeline has it now */
  setRecorded(recorded: Recorded): void {
    this.#recorded = recorded
    this.#list.gaps = recorded.gaps
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
    const { atMs, gap } = this.#list
    const isInGap = atMs === null && gap !== null
    if (direction === 1) {
      if (isInGap && !this.#ahead.first) {
        this.#go({ atMs: gap.toMs, isStep: true }, null)
        return
      }
      this.#stepsForward = true
      void this.#advance()
      return
    }
    const fromMs = atMs === null ? gap?.fromMs : atMs - 1
    if (fromMs !== undefined) this.#go({ atMs: fromMs, isStep: true }, null)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTick()
    this.#ahead.stop()
    this.#unsubscribe()
    this.#listeners.clear()
  }

  #go(jump: Jump, start: string | null): void {
    this.#jump = jump
    this.#stepsForward = false
    this.#ahead.stop()
    this.#ahead = this.#fetchFrom(jump.atMs, start)
    this.#publish({ isLoading: true, isAtEnd: false })
    this.#ahead.loadTo(jump.atMs + 1)
  }

  #fetchFrom(atMs: number, start: string | null): FetchAhead {
    const ahead: FetchAhead = new FetchAhead(atMs, start, {
      search: this.#search,
      fetch: this.#platform.fetch,
      lists: this.#lists,
      onChange: () => {
        if (ahead === this.#ahead) void this.#advance()
      },
    })
    return ahead
  }

  #loadAhead(atMs: number): void {
    const aheadMs = Math.max(AHEAD_LEAST_MS, this.#replay.speed * AHEAD_PLAYING_MS)
    const { loadedToMs } = this.#ahead
    if (loadedToMs < atMs + aheadMs || this.#stepsForward)
      this.#ahead.loadTo(Math.min(Math.max(atMs, loadedToMs) + 2 * aheadMs, this.#recorded.toMs))
  }

  /** One picture after the other: applies all that is due, then publishes it as one. */
  async #advance(): Promise<void> {
    this.#isDue = true
    if (this.#isAdvancing) return
    this.#isAdvancing = true
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false
      await this.#applyDue(this.#ahead)
    }
    this.#isAdvancing = false
  }

  async #applyDue(ahead: FetchAhead): Promise<void> {
    if (this.#jump) {
      const isThere = ahead.first || ahead.loadedToMs > this.#jump.atMs
      if (!isThere) return this.#publish({ isLoading: ahead.error === null })
      this.#land(this.#jump, ahead.first)
    }
    let atMs = this.#target()
    let hasChanged = false
    for (let item = ahead.first; item && isDue(item, atMs); item = ahead.first) {
      ahead.shift()
      // The clock was set back: the items after it are not yet due.
      if (this.#list.atMs !== null && item.atMs < this.#list.atMs) atMs = this.#setAnchor(item.atMs)
      await this.#list.apply(item).catch((error: unknown) => {
        ahead.error = unreadable(error)
      })
      if (ahead !== this.#ahead || this.#isStopped) return
      hasChanged = true
    }
    if (hasChanged) {
      // Applying the changes and rendering them take a task each.
      await yieldToEventLoop()
      if (ahead !== this.#ahead || this.#isStopped) return
    }
    this.#settle(atMs, hasChanged)
    this.#loadAhead(atMs)
  }

  #land({ atMs, isStep }: Jump, first: RecordedItem | undefined): void {
    this.#jump = null
    this.#list.clear()
    const landedMs = isStep && first?.kind === 'list' ? first.atMs : atMs
    this.#replay = { ...this.#replay, atMs: landedMs, jumps: this.#replay.jumps + 1 }
    this.#setAnchor()
  }

  /** The moment to show now, as far as it is loaded. */
  #target(): number {
    const { isPlaying, speed, atMs } = this.#replay
    const { first } = this.#ahead
    if (this.#stepsForward && first) return first.kind === 'gap' ? first.atMs + 1 : first.atMs
    if (!isPlaying) return atMs
    const dueMs = Math.round(this.#anchor.atMs + (this.#platform.now() - this.#anchor.realMs) * speed)
    if (dueMs <= this.#ahead.loadedToMs) return dueMs
    return this.#setAnchor(Math.max(atMs, this.#ahead.loadedToMs))
  }

  /** Publishes the moment that was reached, and plays on. */
  #settle(atMs: number, hasChanged: boolean): void {
    const ahead = this.#ahead
    const { isPlaying } = this.#replay
    const isOver = ahead.first === undefined
    const isAtEnd = isOver && (this.#list.atMs === this.#recorded.lastMs || atMs >= this.#recorded.toMs)
    this.#list.reach(atMs)
    const { gap } = this.#list
    if (hasChanged || isAtEnd || ahead.error) this.#stepsForward = false
    const isWaiting =
      this.#stepsForward || (atMs >= ahead.loadedToMs && (isPlaying || this.#list.atMs === null))
    const isLoading = isWaiting && isOver && !isAtEnd && !gap && !ahead.error
    const plays = isPlaying && !isAtEnd && ahead.error === null
    const next = {
      ...{ atMs, gap, isAtEnd, isLoading, isPlaying: plays, jumps: this.#replay.jumps },
    }
    // Between two lists the clock alone goes on, and shows seconds.
    const isSameSecond = Math.floor(next.atMs / SECOND_MS) === Math.floor(this.#shown.atMs / SECOND_MS)
    if (hasChanged || ahead.error || !isSameSecond || !isSameState(next, this.#shown)) this.#publish(next)
    else this.#replay = { ...this.#replay, ...next }
    this.#cancelTick()
    if (plays && !this.#isStopped)
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
      area: this.#list.view?.toArea() ?? null,
      progress: null,
      connection: 'replay',
      isTakingOver: false,
      error: this.#ahead?.error ?? null,
      replay: this.#replay,
      refresh: this.refresh,
    }
  }
}

function isSameState(next: Partial<ReplayState>, shown: ReplayState): boolean {
  const names = ['gap', 'isAtEnd', 'isLoading', 'isPlaying', 'jumps'] as const
  return names.every((name) => next[name] === shown[name])
}

/** A gap begins after the list before it. */
function isDue(item: RecordedItem, atMs: number): boolean {
  return item.kind === 'gap' ? item.atMs < atMs : item.atMs <= atMs
}
