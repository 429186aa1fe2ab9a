import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/errors'
import { type After, afterDelay, yieldToEventLoop } from '@/lib/api/timers'
import type { AreaSearch } from '@/lib/contract/live'
import { formatPosition } from '@/lib/interface/position'
import { type LiveEvent, readLiveEvent } from './live-event'

/** The server sends at least a comment every 15 s: after this much silence nobody is there any more. */
export const SILENCE_MS = 40_000

// The server answers at once and only then asks the service. With the longest pause, within 20 s of its return.
const ANSWER_MS = 8_000

export interface LiveOptions {
  readonly everySeconds: number
  /** Of the last event that was used up; null for a snapshot. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly after?: After
}

/** The server took the request; events follow. */
export interface LiveOpened {
  readonly name: 'opened'
}

/**
 * The live stream of an area, from its opening to its end. Read with fetch, not with EventSource, which hides the
 * problem in an answer that is no stream and does not let us say where to go on.
 * Nothing is read ahead of who iterates, and events that arrive together are handed out a task each.
 * Ends quietly when the server ends it or the signal is aborted.
 * @throws ApiError a problem of the server; kerbside-unreachable, also after SILENCE_MS without a byte; internal when
 * an event cannot be read
 */
export async function* openLive(
  search: AreaSearch,
  {
    everySeconds,
    lastEventId,
    signal,
    fetch = globalThis.fetch,
    now = Date.now,
    after = afterDelay,
  }: LiveOptions,
): AsyncGenerator<LiveEvent | LiveOpened, void, undefined> {
  const end = new AbortController()
  const silentFor = (ms: number) => after(ms, () => end.abort(new Error(`silent for ${ms} ms`)))
  try {
    const path = `/api/live?${areaToParams(search)}&every=${everySeconds}`
    const headers: HeadersInit = { accept: 'text/event-stream' }
    if (lastEventId !== null) headers['last-event-id'] = lastEventId
    const calm = silentFor(ANSWER_MS)
    const body = await fetch(path, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, end.signal]),
    })
      .then(bodyOf)
      .finally(calm)
    yield { name: 'opened' }

    const messages: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (message) => messages.push(message) })
    const decoder = new TextDecoder()
    const reader = body.getReader()
    while (!signal.aborted) {
      const { done, value } = await reader.read().finally(silentFor(SILENCE_MS))
      if (done) return
      const arrivedAtMs = now()
      parser.feed(decoder.decode(value, { stream: true }))
      for (const message of messages.splice(0)) {
        const event = await readLiveEvent(message, arrivedAtMs)
        if (event === null) continue
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

/** An area as URL parameters: what tells one from another. */
export function areaToParams({ position, radius, type }: AreaSearch): URLSearchParams {
  const params = new URLSearchParams({ position: formatPosition(position), radius: String(radius) })
  if (type !== null) params.set('type', type)
  return params
}

async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.ok && isStream && response.body) return response.body
  throw errorOfAnswer('GET /api/live', response.status, await response.json().catch(() => null))
}
