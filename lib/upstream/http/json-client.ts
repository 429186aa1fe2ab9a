import { createFairQueue } from '@/lib/app/fair-queue'
import { readJson } from './body'
import { createNetworkSend, type Send } from './network'

export interface Caller {
  readonly owner?: string
  readonly signal?: AbortSignal
}

/** Log, network and clock of a client. */
export interface JsonClientHost {
  readonly log: (message: string) => void
  readonly send?: Send | undefined
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined
}

export interface JsonClientOptions<Refusal = never> extends JsonClientHost {
  /** The setting that names it, for the log. */
  readonly setting: string
  readonly timeLimitMs: number
  readonly largestBytes: number
  readonly callsAtATime: number
  /** Reads the answer to status 400; null where it is a failure. */
  readonly readRefusal?: (json: unknown) => Refusal | null
}

/** A refusal that is an answer. */
export class Refused<Refusal> {
  constructor(readonly refusal: Refusal) {}
}

/** Null where the server failed. */
type Outcome<T, Refusal> = T | null | ([Refusal] extends [never] ? never : Refused<Refusal>)

/** A self-hosted server is shared with other programs. */
const CALLS_PER_SECOND = 5
const WAITING_MAXIMUM = 20
/** After a failure nothing waits for the server for this long. */
const PAUSE_MS = 15_000
const BUSY = new Error('too many calls')

/**
 * Asks a self-hosted geocoder or router for JSON. Redirects are not followed: another host
 * would learn the question.
 * @returns a function that resolves to null where the server failed; it rejects only
 * where the caller has ended
 */
export function createJsonClient<Refusal = never>(options: JsonClientOptions<Refusal>) {
  const { setting, timeLimitMs, largestBytes, log } = options
  const { send = createNetworkSend(), now = () => performance.now() } = options
  const inTurn = createFairQueue({
    permits: options.callsAtATime,
    perSecond: () => CALLS_PER_SECOND,
    atOnce: CALLS_PER_SECOND,
    limits: { queueMaximum: WAITING_MAXIMUM, waitMs: timeLimitMs },
    now,
  })
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  async function call<T>(
    request: Request,
    read: (json: unknown) => T,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<T, Refusal>> {
    const limit = AbortSignal.timeout(timeLimitMs)
    const headers = new Headers(request.headers)
    headers.set('accept', 'application/json')
    headers.set('user-agent', 'Kerbside')
    const limited = new Request(request, {
      headers,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const response = await send(limited)

    if (response.status === 400 && options.readRefusal) {
      const json = await readJson(response, largestBytes).catch(() => null)
      const refusal = options.readRefusal(json)
      if (refusal) return new Refused(refusal) as Outcome<T, Refusal>
    }
    if (response.status !== 200) {
      if (!response.bodyUsed) await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    return read(await readJson(response, largestBytes))
  }

  return async <T>(
    request: Request,
    read: (json: unknown) => T,
    { owner, signal }: Caller,
  ): Promise<Outcome<T, Refusal>> => {
    if (now() < pausedUntilMs) return null
    const work = () => call(request, read, signal)
    try {
      return await inTurn(work, { owner, signal }, () => BUSY)
    } catch (error) {
      signal?.throwIfAborted()
      if (error === BUSY) return null
      const isPaused = now() < pausedUntilMs
      if (!isPaused) log(`${setting}: ${reasonOf(error)}; not asked for ${PAUSE_MS / 1000} s`)
      pausedUntilMs = now() + PAUSE_MS
      return null
    }
  }
}

/** Never the address asked for, which holds typed text, or positions. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.name === 'ZodError') return 'its answer has another shape'
  if (error.name !== 'TypeError') return error.message
  const { code = 'network error' } = (error.cause ?? {}) as { code?: string }
  return `cannot be reached (${code})`
}
