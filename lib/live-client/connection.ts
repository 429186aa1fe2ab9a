import { ApiError, isFinal } from '@/lib/api/errors'
import type { AreaSearch } from '@/lib/contract/live'
import type { LiveEvent } from './live-event'
import type { LivePlatform } from './platform'
import { openLive } from './stream'

// The first pause after a cut, and the longest: whatever it was, what comes back is seen again within 20 s.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

export type ConnectionState = 'closed' | 'connecting' | 'live' | 'interrupted'

export interface ConnectionOptions {
  readonly search: AreaSearch
  readonly platform: LivePlatform
  readonly everySeconds: () => number
  readonly lastEventId: () => string | null
  readonly onOpened: () => void
  /** The next event is read when it is done; what it throws ends the stream. */
  readonly onEvent: (event: LiveEvent) => Promise<void>
  readonly onChange: () => void
}

/** Keeps the stream of an area open for as long as it is wanted, and takes up the thread after every cut. */
export class LiveConnection {
  readonly #options: ConnectionOptions
  #run: AbortController | null = null
  /** Cuts since the last event. */
  #cuts = 0
  state: ConnectionState = 'closed'
  /** Why the stream is cut or refused; null while it is open, and right after a first cut. */
  error: ApiError | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Does nothing while the stream is open, or being opened. */
  open(): void {
    if (this.#run === null) this.reopen()
  }

  /** Opens the stream at once, a new one when there is one; also after an error that is not tried again by itself. */
  reopen(): void {
    this.#run?.abort()
    this.#cuts = 0
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
      const cut = await this.#read(signal).catch(asApiError)
      if (signal.aborted) return
      // Servers restart and networks blink: a first cut is not worth a word.
      const isQuiet = cut.kind === 'kerbside-unreachable' && this.state === 'live' && this.#cuts === 0
      this.#change(isQuiet ? 'connecting' : 'interrupted', isQuiet ? null : cut)
      if (isFinal(cut)) return
      await this.#pause(cut, signal)
      this.#cuts += 1
    }
  }

  /** Reads one stream to its end, and tells why it ended. */
  async #read(signal: AbortSignal): Promise<ApiError> {
    const { search, platform, everySeconds, lastEventId, onOpened, onEvent } = this.#options
    const { fetch, now, after } = platform
    const stream = openLive(search, {
      everySeconds: everySeconds(),
      lastEventId: lastEventId(),
      signal,
      fetch,
      now,
      after,
    })
    for await (const event of stream) {
      // Another stream may have begun while this one's event was on its way.
      if (signal.aborted) break
      if (event.name === 'opened') {
        onOpened()
        this.#change('live', this.error?.kind === 'internal' ? this.error : null)
      } else {
        await onEvent(event)
        if (signal.aborted) break
        this.#cuts = 0
        if (this.error) this.#change('live', null)
      }
    }
    return new ApiError('kerbside-unreachable', 'GET /api/live: the stream ended', null)
  }

  /** Doubles with every cut, and is never the same for all dispatchers of a server that starts again. */
  #pause({ problem }: ApiError, signal: AbortSignal): Promise<void> {
    const { after, random } = this.#options.platform
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#cuts)
    const asked = Math.min(LONGEST_PAUSE_MS, problem?.retryAfterMs ?? 0)
    const pauseMs = Math.max(asked, (longest * (1 + random())) / 2)
    return new Promise((resolve) => {
      const end = () => {
        callOff()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const callOff = after(pauseMs, end)
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
  return cause instanceof ApiError
    ? cause
    : new ApiError('internal', `GET /api/live: ${String(cause)}`, null, { cause })
}
