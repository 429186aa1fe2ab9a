import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/errors'
import { yieldToEventLoop } from '@/lib/browser/time-slicing'
import type { AreaSearch } from '@/lib/contract/live'
import type { FramesEnd, RecordingGap } from '@/lib/contract/recording'
import { createLiveEventReader, type LiveEvent } from '@/lib/live-client/live-event'
import { areaToParams } from '@/lib/live-client/stream'

/** A list as it was streamed, with the server's clock then as `arrivedAtMs`; a gap; the end of an answer. */
export type RecordedEvent =
  | Extract<LiveEvent, { readonly name: 'snapshot' | 'delta' }>
  | { readonly name: 'gap'; readonly data: RecordingGap }
  | { readonly name: 'end'; readonly data: FramesEnd }

/** An instant, and of which stretch if that is known; or the `next` of an answer. */
export type FramesFrom = { readonly atMs: number; readonly start: string | null } | { readonly after: string }

export interface FramesOptions {
  readonly from: FramesFrom
  readonly toMs: number
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch
}

const ROUTE = 'GET /api/recording/frames'

/**
 * Reads what was streamed of an area. Each event is parsed in a task of its own, and read on demand only.
 * @throws ApiError the server's problem; kerbside-unreachable, also where the answer breaks off; internal for an
 * unreadable event
 */
export async function* readRecorded(
  search: AreaSearch,
  { from, toMs, signal, fetch = globalThis.fetch }: FramesOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  const body = await open(search, { from, toMs, signal, fetch })
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  const decoder = new TextDecoder()
  const readEvent = createLiveEventReader()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the answer broke off')
      parser.feed(decoder.decode(value, { stream: true }))
      for (const message of messages.splice(0)) {
        const event = toEvent(message, readEvent)
        if (event !== null) yield event
        if (event?.name === 'end') return
        await yieldToEventLoop()
      }
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : unreachable(`${ROUTE}: ${(cause as Error).message}`, cause)
  } finally {
    void reader.cancel().catch(() => {})
  }
}

async function open(
  search: AreaSearch,
  { from, toMs, signal, fetch = globalThis.fetch }: FramesOptions,
): Promise<ReadableStream<Uint8Array>> {
  const params = areaToParams(search)
  if ('after' in from) params.set('after', from.after)
  else {
    params.set('from', new Date(from.atMs).toISOString())
    if (from.start !== null) params.set('start', from.start)
  }
  params.set('to', new Date(toMs).toISOString())
  const headers = { accept: 'text/event-stream' }
  const response = await fetch(`/api/recording/frames?${params}`, {
    headers,
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => {
    throw unreachable(`${ROUTE}: no answer`, cause)
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.ok && isStream && response.body) return response.body
  throw errorOfAnswer(ROUTE, response.status, await response.json().catch(() => null))
}

function toEvent(message: EventSourceMessage, readEvent: ReturnType<typeof createLiveEventReader>) {
  const { event: name, data } = message
  if (name === 'gap' || name === 'end') return { name, data: JSON.parse(data) } as RecordedEvent
  if (name !== 'snapshot' && name !== 'delta') return null
  const event = readEvent(message, 0) as Extract<RecordedEvent, { readonly arrivedAtMs: number }> | null
  return event && { ...event, arrivedAtMs: event.data.writtenAt ?? Date.parse(event.data.meta.fetchedAt) }
}
