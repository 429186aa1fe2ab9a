import { addressOf } from '@/lib/api/client/call'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/client/errors'
import type { AreaSearch } from '@/lib/api/contract/live'
import { areaQuery } from '@/lib/api/contract/live'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'
import { createLiveEventReader, type LiveEvent } from './live-event'
import { type After, afterDelay } from './platform'

/** Longest silence before the connection counts as lost; the server sends a comment every 15 s. */
const SILENCE_MS = 40_000

// The server answers before it polls the service. With the longest pause, the page recovers within 20 s.
const ANSWER_MS = 8_000

export interface LiveOptions {
  readonly everySeconds: number
  /** Id of the last event applied; null for a snapshot. */
  readonly lastEventId: string | null
  /** Asks for fresh data before the next turn. */
  readonly refresh?: boolean
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly after?: After
}

/** The server accepted the request; events follow. */
export interface LiveOpened {
  readonly name: 'opened'
}

/**
 * Streams the events of an area over fetch: EventSource would hide problem responses and choose its own
 * Last-Event-ID. Reads only on demand; each event is parsed in a task of its own.
 * Ends when the server ends it or the signal is aborted.
 * @throws ApiError the server's problem; kerbside-unreachable, also after SILENCE_MS; internal for an unreadable event
 */
export async function* openLive(
  search: AreaSearch,
  {
    everySeconds,
    lastEventId,
    refresh = false,
    signal,
    fetch = globalThis.fetch,
    now = Date.now,
    after = afterDelay,
  }: LiveOptions,
): AsyncGenerator<LiveEvent | LiveOpened, void, undefined> {
  const end = new AbortController()
  const abortAfter = (ms: number) => after(ms, () => end.abort(new Error(`silent for ${ms} ms`)))
  try {
    const asked = { ...areaQuery(search), every: everySeconds, refresh: refresh ? 'true' : null }
    const headers: HeadersInit = { accept: 'text/event-stream' }
    if (lastEventId !== null) headers['last-event-id'] = lastEventId
    const cancelTimeout = abortAfter(ANSWER_MS)
    const body = await fetch(addressOf('/api/live', asked), {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, end.signal]),
    })
      .then(bodyOf)
      .finally(cancelTimeout)
    yield { name: 'opened' }

    const decoder = new TextDecoder()
    const read = createLiveEventReader()
    const reader = body.getReader()
    while (!signal.aborted) {
      const { done, value } = await reader.read().finally(abortAfter(SILENCE_MS))
      if (done) return
      const arrivedAtMs = now()
      for (const event of read(decoder.decode(value, { stream: true }), arrivedAtMs)) {
        yield event
        await yieldToEventLoop()
        if (signal.aborted) return
      }
    }
  } catch (cause) {
    if (signal.aborted) return
    throw cause instanceof ApiError ? cause : unreachable(`GET /api/live: ${(cause as Error).message}`, cause)
  } finally {
    end.abort()
  }
}

async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.ok && isStream && response.body) return response.body
  throw errorOfAnswer('GET /api/live', response.status, await response.json().catch(() => null))
}
