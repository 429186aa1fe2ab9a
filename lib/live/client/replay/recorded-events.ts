import { addressOf } from '@/lib/api/client/call'
import { ApiError, unreachable } from '@/lib/api/client/errors'
import { type AreaSearch, areaQuery } from '@/lib/api/contract/live'
import { FRAMES_TYPE, type FramesEnd, type RecordingGap } from '@/lib/api/contract/recording'
import {
  createLiveEventReader,
  type LiveEvent,
  openStream,
  readEvents,
  type StreamRequest,
} from '@/lib/live/client/stream'

/**
 * Changes as they were streamed, with the server's clock then as `arrivedAtMs`; a
 * gap; the end of an answer.
 */
export type RecordedEvent =
  | Extract<LiveEvent, { readonly name: 'changes' }>
  | { readonly name: 'gap'; readonly data: RecordingGap }
  | { readonly name: 'end'; readonly data: FramesEnd }

/** An instant, and of which stretch if that is known; or the `next` of an answer. */
export type FramesFrom =
  | { readonly atMs: number; readonly start: string | null }
  | { readonly after: string }

const PATH = '/api/recording/frames'

/**
 * Reads what was streamed of an area. Each event is parsed in a task of its
 * own, and read on demand only.
 * @throws ApiError the server's problem; kerbside-unreachable, also where the answer breaks off;
 * internal for an unreadable event
 */
export async function* readRecorded(
  search: AreaSearch,
  from: FramesFrom,
  toMs: number,
  request: StreamRequest,
): AsyncGenerator<RecordedEvent, void, undefined> {
  const place =
    'after' in from ? from : { from: new Date(from.atMs).toISOString(), start: from.start }
  const address = addressOf(PATH, {
    ...areaQuery(search),
    ...place,
    to: new Date(toMs).toISOString(),
  })
  const read = createLiveEventReader<RecordedEvent>(({ event, data }) =>
    event === 'gap' || event === 'end' ? { name: event, data: JSON.parse(data) } : null,
  )
  try {
    const packed = await openStream(PATH, address, FRAMES_TYPE, request)
    const body = packed.pipeThrough(new DecompressionStream('deflate-raw'))
    for await (const event of readEvents(body, read, { signal: request.signal, now: () => 0 })) {
      if (event.name === 'changes') yield { ...event, arrivedAtMs: event.data.atMs }
      else if (event.name === 'gap' || event.name === 'end') yield event
      if (event.name === 'end') return
    }
    throw new Error('the answer broke off')
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw unreachable(`GET ${PATH}: ${(cause as Error).message}`, cause)
  }
}

/** An answer that cannot be read or applied: a fault of the page, not of the network. */
export function unreadable(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError('internal', `GET ${PATH}: ${(cause as Error).message}`, { cause })
}
