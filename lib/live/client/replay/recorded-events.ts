import { addressOf } from '@/lib/api/client/call'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/client/errors'
import type { AreaSearch } from '@/lib/api/contract/live'
import { areaQuery } from '@/lib/api/contract/live'
import { FRAMES_TYPE, type FramesEnd, type RecordingGap } from '@/lib/api/contract/recording'
import { createLiveEventReader, type LiveEvent } from '@/lib/live/client/stream'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'

/** Changes as they were streamed, with the server's clock then as `arrivedAtMs`; a gap; the end of an answer. */
export type RecordedEvent =
  | Extract<LiveEvent, { readonly name: 'changes' }>
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
  options: FramesOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  const { signal } = options
  const body = await open(search, options)
  const read = createLiveEventReader<RecordedEvent>(({ event, data }) =>
    event === 'gap' || event === 'end' ? { name: event, data: JSON.parse(data) } : null,
  )
  const decoder = new TextDecoder()
  const reader = body.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the answer broke off')
      for (const event of read(decoder.decode(value, { stream: true }), 0)) {
        signal.throwIfAborted()
        if (event.name === 'changes') yield { ...event, arrivedAtMs: event.data.atMs }
        else if (event.name === 'gap' || event.name === 'end') yield event
        if (event.name === 'end') return
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
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const place = 'after' in from ? from : { from: new Date(from.atMs).toISOString(), start: from.start }
  const asked = { ...areaQuery(search), ...place, to: new Date(toMs).toISOString() }
  const response = await fetch(addressOf('/api/recording/frames', asked), {
    headers: { accept: FRAMES_TYPE },
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => {
    throw unreachable(`${ROUTE}: no answer`, cause)
  })
  const isStream = response.headers.get('content-type') === FRAMES_TYPE
  if (response.ok && isStream && response.body) return response.body
  throw errorOfAnswer(ROUTE, response.status, await response.json().catch(() => null))
}

/** An answer that cannot be read or applied: a fault of the page, not of the network. */
export function unreadable(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError('internal', `${ROUTE}: ${(cause as Error).message}`, null, { cause })
}
