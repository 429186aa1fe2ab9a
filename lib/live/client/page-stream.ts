import { ApiError, type ApiErrorKind, isFinal } from '@/lib/api/client/errors'
import type { TopicEvent, TopicName } from '@/lib/api/contract/live'
import type { AreaConnection } from './area-connection'
import { browserPlatform, type LivePlatform } from './platform'
import { openLive } from './stream'

// Bounds of the back-off: a server that returns is noticed within 20 s.
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 10_000

/**
 * How long the first stream of a document waits for its other part, so that there is one: an area
 * for the topics, which need the operator's role; topics for a map that is being loaded.
 */
export interface FirstStream {
  readonly areaMs: number
  readonly topicsMs: number
}
const FIRST_STREAM: FirstStream = { areaMs: 500, topicsMs: 10_000 }

/** Refusals of an area, with which the topics have nothing to do. */
const REFUSALS_OF_AREA: readonly ApiErrorKind[] = [
  'bad-parameter',
  'operator-limit',
  'address-limit',
  'capacity-limit',
]

/** A page's part in its topics. */
export interface TopicFollower {
  readonly topics: readonly TopicName[]
  /** Whether the page has a map, whose area is about to come. */
  readonly hasMap: boolean
  onEvent(event: TopicEvent): void
  /** The stream was refused, or broke off and could not be resumed at once. */
  onError(error: ApiError): void
}

/**
 * The one stream of a page, which carries the area that its map watches and the topics that it
 * follows. It is replaced where either changes, and resumes each of them from its last event.
 */
export class PageStream {
  readonly platform: LivePlatform
  #area: AreaConnection | null = null
  #follower: TopicFollower | null = null
  /** Ids of the topics' last events. */
  readonly #lastIds = new Map<TopicName, string>()
  #run: AbortController | null = null
  /** Interruptions since the last event. */
  #interruptions = 0
  /** Whether the last stream was opened, not refused. */
  #wasOpened = false
  /** Of a stream that was refused for good. */
  #onRetry: (() => void) | null = null
  #isResting = false
  /** Null once the first stream was opened. */
  #firstStream: FirstStream | null
  #cancelWait: () => void = () => undefined

  constructor(platform: LivePlatform, firstStream: FirstStream | null = null) {
    this.platform = platform
    this.#firstStream = firstStream
  }

  /** The area that the stream carries; null for none. */
  get area(): AreaConnection | null {
    return this.#area
  }

  /** Replaces the stream by one with this area, and that of another area with it. */
  watch(area: AreaConnection): void {
    if (this.#area !== area) this.#area?.change('closed', null)
    this.#area = area
    this.#restart()
  }

  leave(area: AreaConnection): void {
    if (this.#area !== area) return
    this.#area = null
    this.#restart()
  }

  /** @returns ends it */
  follow(follower: TopicFollower): () => void {
    this.#follower = follower
    this.#restart()
    return () => {
      if (this.#follower !== follower) return
      this.#follower = null
      this.#restart()
    }
  }

  /** Closes the stream, and holds all others back, until it is called again. */
  rest(isResting: boolean): void {
    if (isResting === this.#isResting) return
    this.#isResting = isResting
    this.#restart()
  }

  /** Opens a stream again that was refused, once the session or the role has changed. */
  retry(): void {
    this.#onRetry?.()
  }

  #restart(): void {
    const isReplaced = this.#run !== null
    this.#run?.abort()
    this.#run = null
    this.#interruptions = 0
    this.#onRetry = null
    const isWanted = this.#area !== null || this.#follower !== null
    if (!isWanted || this.#isResting || this.#waits()) return
    this.#run = new AbortController()
    void this.#keepOpen(this.#run.signal, isReplaced)
  }

  /** Whether the first stream waits for its other part. */
  #waits(): boolean {
    this.#cancelWait()
    const first = this.#firstStream
    const isAreaAwaited = this.#area === null && this.#follower?.hasMap === true
    const areTopicsAwaited = this.#follower === null
    if (first === null || (!isAreaAwaited && !areTopicsAwaited)) {
      this.#firstStream = null
      return false
    }
    const ms = isAreaAwaited ? first.topicsMs : first.areaMs
    this.#cancelWait = this.platform.after(ms, () => {
      this.#firstStream = null
      this.#restart()
    })
    return true
  }

  async #keepOpen(signal: AbortSignal, isReplaced: boolean): Promise<void> {
    // Several changes of one moment replace the stream once.
    if (isReplaced) await Promise.resolve()
    while (!signal.aborted) {
      const area = this.#area?.isRefused ? null : this.#area
      if (area === null && this.#follower === null) return
      const error = await this.#read(area, signal).catch(asApiError)
      if (signal.aborted) return
      this.#tell(error, area)
      if (area && this.#follower && isOfArea(error)) {
        area.isRefused = isFinal(error)
        if (!area.isRefused) await this.#readTopicsFor(this.#backOffMs(error), signal)
      } else {
        if (isFinal(error)) await this.#retried()
        await this.#pause(this.#backOffMs(error), signal)
      }
      this.#interruptions += 1
    }
  }

  #retried(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRetry = resolve
    })
  }

  #tell(error: ApiError, area: AreaConnection | null): void {
    // A first interruption is not reported: servers restart and networks drop for a moment.
    const isFirst = this.#wasOpened && this.#interruptions === 0
    const isQuiet = isFirst && error.kind === 'kerbside-unreachable'
    area?.change(isQuiet ? 'connecting' : 'interrupted', isQuiet ? null : error)
    const isAboutTopics = area === null || !isOfArea(error)
    if (!isQuiet && isAboutTopics) this.#follower?.onError(error)
  }

  /** Reads one stream; resolves with the reason for its end. */
  async #read(area: AreaConnection | null, signal: AbortSignal): Promise<ApiError> {
    const follower = this.#follower
    this.#wasOpened = false
    const applied = area?.applying()
    if (applied) await applied
    const stream = openLive({
      area: area?.request() ?? null,
      topics: follower?.topics ?? [],
      lastEventId: this.#lastEventId(area),
      signal,
      platform: this.platform,
    })
    for await (const event of stream) {
      // Another stream may have been opened since this event was sent.
      if (signal.aborted) break
      if (event.name === 'opened') {
        this.#wasOpened = true
        area?.opened()
        continue
      }
      if (event.name === 'topic') {
        this.#lastIds.set(event.topic, event.id)
        follower?.onEvent(event)
      } else {
        await area?.receive(event)
        if (signal.aborted) break
        area?.received()
      }
      // Topics are read while an area is refused again and again.
      if (area === this.#area) this.#interruptions = 0
    }
    return new ApiError('kerbside-unreachable', 'GET /api/live: the stream ended')
  }

  #lastEventId(area: AreaConnection | null): string | null {
    const topics = this.#follower?.topics ?? []
    const ids = [area?.lastEventId() ?? null, ...topics.map((topic) => this.#lastIds.get(topic))]
    return ids.filter(Boolean).join(' ') || null
  }

  /** Reads the topics alone for a time, after which the area is tried again. */
  async #readTopicsFor(ms: number, signal: AbortSignal): Promise<void> {
    const end = new AbortController()
    void this.#read(null, AbortSignal.any([signal, end.signal])).catch(asApiError)
    await this.#pause(ms, signal)
    end.abort()
  }

  /** Exponential, with jitter so that the clients of a restarted server do not return at once. */
  #backOffMs({ retryAfterMs }: ApiError): number {
    const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#interruptions)
    const requested = Math.min(LONGEST_BACKOFF_MS, retryAfterMs ?? 0)
    return Math.max(requested, (longest * (1 + this.platform.random())) / 2)
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.platform.after(ms, end)
      signal.addEventListener('abort', end)
    })
  }
}

function isOfArea({ kind }: ApiError): boolean {
  return REFUSALS_OF_AREA.includes(kind)
}

function asApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError('internal', `GET /api/live: ${String(cause)}`, { cause })
}

/** Handed from page to page, since these replace each other in one document. */
export const pageStream = new PageStream(browserPlatform, FIRST_STREAM)
