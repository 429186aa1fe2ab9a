import type { ApiError } from '@/lib/api/client/errors'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { AreaRequest, LiveEvent } from './stream'

type ConnectionState = 'closed' | 'connecting' | 'live' | 'interrupted'

/** The stream that carries one area at a time. */
interface AreaCarrier {
  readonly area: AreaConnection | null
  watch(area: AreaConnection): void
  leave(area: AreaConnection): void
}

interface ConnectionOptions {
  readonly search: AreaSearch
  readonly stream: AreaCarrier
  readonly everySeconds: () => number
  readonly lastEventId: () => string | null
  /** An event of a stream before that is still being applied. */
  readonly applying: () => Promise<void> | null
  readonly onOpened: () => void
  /** The next event is read when this resolves; a rejection ends the stream. */
  readonly onEvent: (event: LiveEvent) => Promise<void>
  readonly onChange: () => void
}

/** An area's part of the page's stream. */
export class AreaConnection {
  readonly #options: ConnectionOptions
  #isRefreshDue = false
  state: ConnectionState = 'closed'
  /** Of an interrupted or refused stream; null while it is open and after a first interruption. */
  error: ApiError | null = null
  /** Not asked for again before `reopen`. */
  isRefused = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Does nothing while the page's stream carries the area, or is about to. */
  open(): void {
    if (this.#options.stream.area !== this) this.reopen()
  }

  /**
   * Replaces the stream at once, also after an error that is not retried.
   * @param refresh asks for fresh data before the next turn
   */
  reopen(refresh = false): void {
    this.#isRefreshDue = refresh
    this.isRefused = false
    this.change('connecting', this.error)
    this.#options.stream.watch(this)
  }

  close(): void {
    this.#options.stream.leave(this)
    this.change('closed', null)
  }

  applying(): Promise<void> | null {
    return this.#options.applying()
  }

  request(): AreaRequest {
    const { search, everySeconds } = this.#options
    return { search, everySeconds: everySeconds(), refresh: this.#isRefreshDue }
  }

  lastEventId(): string | null {
    return this.#options.lastEventId()
  }

  opened(): void {
    this.#options.onOpened()
    this.#isRefreshDue = false
    this.change('live', this.error?.kind === 'internal' ? this.error : null)
  }

  receive(event: LiveEvent): Promise<void> {
    return this.#options.onEvent(event)
  }

  received(): void {
    if (this.error) this.change('live', null)
  }

  change(state: ConnectionState, error: ApiError | null): void {
    if (state === this.state && error === this.error) return
    this.state = state
    this.error = error
    this.#options.onChange()
  }
}
