import { ApiError, isFinal } from '@/lib/api/client/errors'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { LivePlatform } from './platform'
import { type LiveEvent, openLive } from './stream'

// Bounds of the back-off: a server that returns is noticed within 20 s.
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 10_000

type ConnectionState = 'closed' | 'connecting' | 'live' | 'interrupted'

interface ConnectionOptions {
  readonly search: AreaSearch
  readonly platform: LivePlatform
  readonly everySeconds: () => number
  readonly lastEventId: () => string | null
  /** An event of a stream before that is still being applied. */
  readonly applying: () => Promise<void> | null
  readonly onOpened: () => void
  /** The next event is read when this resolves; a rejection ends the stream. */
  readonly onEvent: (event: LiveEvent) => Promise<void>
  readonly onChange: () => void
}

/** Keeps the stream of an area open and resumes it after interruptions. */
export class LiveConnection {
  readonly #options: ConnectionOptions
  #run: AbortController | null = null
  #isRefreshDue = false
  /** Interruptions since the last event. */
  #interruptions = 0
  state: ConnectionState = 'closed'
  /** Of an interrupted or refused stream; null while it is open and after a first interruption. */
  error: ApiError | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Does nothing while a stream is open or being opened. */
  open(): void {
    if (this.#run === null) this.reopen()
  }

  /**
   * Replaces the stream at once, also after an error that is not retried.
   * @param refresh asks for fresh data before the next turn
   */
  reopen(refresh = false): void {
    this.#run?.abort()
    this.#isRefreshDue = refresh
    this.#interruptions = 0
    this.#run = new AbortController()
    this.#change('connecting', this.error)
    void this.#keepOpen(this.#run.signal)
  }

  close(): void {
    this.#run?.abort()
    this.#run = null
    this.#change('closed', null)
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const error = await this.#read(signal).catch(asApiError)
      if (signal.aborted) return
      // A first interruption is not reported: servers restart and networks drop for a moment.
      const isFirst = this.state === 'live' && this.#interruptions === 0
      const isQuiet = isFirst && error.kind === 'kerbside-unreachable'
      this.#change(isQuiet ? 'connecting' : 'interrupted', isQuiet ? null : error)
      if (isFinal(error)) return
      await this.#backOff(error, signal)
      this.#interruptions += 1
    }
  }

  /** Reads one stream; resolves with the reason for its end. */
  async #read(signal: AbortSignal): Promise<ApiError> {
    const { search, platform, everySeconds, lastEventId } = this.#options
    const { applying, onOpened, onEvent } = this.#options
    const refresh = this.#isRefreshDue
    const applied = applying()
    if (applied) await applied
    const stream = openLive(search, {
      everySeconds: everySeconds(),
      refresh,
      lastEventId: lastEventId(),
      signal,
      platform,
    })
    for await (const event of stream) {
      // Another stream may have been opened since this event was sent.
      if (signal.aborted) break
      if (event.name === 'opened') {
        onOpened()
        this.#isRefreshDue = false
        this.#change('live', this.error?.kind === 'internal' ? this.error : null)
      } else {
        await onEvent(event)
        if (signal.aborted) break
        this.#interruptions = 0
        if (this.error) this.#change('live', null)
      }
    }
    return new ApiError('kerbside-unreachable', 'GET /api/live: the stream ended')
  }

  /** Exponential, with jitter so that the clients of a restarted server do not return at once. */
  #backOff({ retryAfterMs }: ApiError, signal: AbortSignal): Promise<void> {
    const { after, random } = this.#options.platform
    const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#interruptions)
    const requested = Math.min(LONGEST_BACKOFF_MS, retryAfterMs ?? 0)
    const delayMs = Math.max(requested, (longest * (1 + random())) / 2)
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = after(delayMs, end)
      signal.addEventListener('abort', end)
    })
  }

  #change(state: ConnectionState, error: ApiError | null): void {
    if (state === this.state && error === this.error) return
    this.state = state
    this.error = error
    this.#options.onChange()
  }
}

function asApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError('internal', `GET /api/live: ${String(cause)}`, { cause })
}
