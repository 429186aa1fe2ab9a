import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { addressOf } from '@/lib/api/client/call'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/client/errors'
import {
  type AreaSearch,
  areaQuery,
  type Changes,
  failureLater,
  type LiveEvents,
  type LiveFailure,
  type LiveMeta,
  type LiveProgress,
  metaLater,
  TOPICS,
  type TopicEvent,
  type TopicName,
} from '@/lib/api/contract/live'
import { problemKinds } from '@/lib/api/contract/problems'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'
import type { LivePlatform } from './platform'

/** An event of the stream, with its ages as of arrival. */
export type LiveEvent = {
  readonly [Name in keyof LiveEvents]: {
    readonly name: Name
    readonly data: LiveEvents[Name]
    /** This browser's clock. */
    readonly arrivedAtMs: number
  }
}[keyof LiveEvents]

/** Longest silence before the connection counts as lost; the server sends a comment every 15 s. */
const SILENCE_MS = 40_000

// The server answers before it polls the service. With the longest pause, the
// page recovers within 20 s.
const ANSWER_MS = 8_000

export interface AreaRequest {
  readonly search: AreaSearch
  readonly everySeconds: number
  /** Asks for fresh data before the next turn. */
  readonly refresh: boolean
}

interface LiveOptions {
  /** Null for topics alone. */
  readonly area: AreaRequest | null
  readonly topics: readonly TopicName[]
  /** Ids of the last events, as `readLastEventIds` takes them; null for a snapshot. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  readonly platform: LivePlatform
}

/** An event of a topic on its stream. */
export type StreamedTopicEvent = TopicEvent & { readonly name: 'topic'; readonly id: string }

/**
 * Streams the events of an area and of topics over fetch: EventSource would hide problem responses
 * and choose its own Last-Event-ID. Reads only on demand, and parses each event in a task of its
 * own. Ends when the server ends it or the signal is aborted.
 * @throws ApiError the server's problem; kerbside-unreachable, also after SILENCE_MS;
 * internal for an unreadable event
 */
export async function* openLive({
  area,
  topics,
  lastEventId,
  signal,
  platform,
}: LiveOptions): AsyncGenerator<
  LiveEvent | StreamedTopicEvent | { readonly name: 'opened' },
  void,
  undefined
> {
  const end = new AbortController()
  const abortAfter = (ms: number) =>
    platform.after(ms, () => end.abort(new Error(`silent for ${ms} ms`)))
  try {
    const address = addressOf('/api/live', {
      ...(area && queryOf(area)),
      topics: topics.length > 0 ? topics.join(',') : null,
    })
    const body = await openStream('/api/live', address, 'text/event-stream', {
      fetch: platform.fetch,
      headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
      signal: AbortSignal.any([signal, end.signal]),
    }).finally(abortAfter(ANSWER_MS))
    yield { name: 'opened' }
    yield* readEvents(body, createLiveEventReader(readTopicEvent), {
      signal,
      now: platform.now,
      startLimit: () => abortAfter(SILENCE_MS),
    })
  } catch (cause) {
    if (signal.aborted) return
    if (cause instanceof ApiError) throw cause
    throw unreachable(`GET /api/live: ${(cause as Error).message}`, cause)
  } finally {
    end.abort()
  }
}

function queryOf({ search, everySeconds, refresh }: AreaRequest) {
  return { ...areaQuery(search), every: everySeconds, refresh: refresh ? 'true' : null }
}

function readTopicEvent({ event, id, data }: EventSourceMessage): StreamedTopicEvent | null {
  const topic = TOPICS.find((name) => name === event)
  if (!topic || id === undefined) return null
  const state = parse(data)
  return { name: 'topic', topic, id, data: isObject(state) ? state : {} } as StreamedTopicEvent
}

export interface StreamRequest {
  readonly fetch: typeof globalThis.fetch
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** @throws ApiError the server's problem; an error of the network */
export async function openStream(
  path: string,
  address: string,
  type: string,
  { fetch, headers = {}, signal }: StreamRequest,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(address, {
    headers: { accept: type, ...headers },
    cache: 'no-store',
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith(type) ?? false
  if (response.ok && isStream && response.body) return response.body
  throw errorOfAnswer(`GET ${path}`, response.status, await response.json().catch(() => null))
}

interface ReadingOptions {
  readonly signal: AbortSignal
  readonly now: () => number
  /** Begins the time limit of one reading. @returns its end */
  readonly startLimit?: () => () => void
}

/**
 * Reads a stream on demand, each event in a task of its own, until it ends
 * or the signal is aborted.
 */
export async function* readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  read: (text: string, arrivedAtMs: number) => Iterable<Event>,
  { signal, now, startLimit }: ReadingOptions,
): AsyncGenerator<Event, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read().finally(startLimit?.())
      if (done) return
      for (const event of read(decoder.decode(value, { stream: true }), now())) {
        yield event
        await yieldToEventLoop()
        if (signal.aborted) return
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/**
 * Reads the text of one stream, in any pieces. Events are parsed as they are taken: a
 * task can be given to each.
 * @param readOther of events with other names, which are left out otherwise
 * @throws ApiError internal, from the returned generator, for an unreadable event
 */
export function createLiveEventReader<Other = never>(
  readOther: (message: EventSourceMessage) => Other | null = () => null,
): (text: string, arrivedAtMs: number) => Generator<LiveEvent | Other, void, undefined> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  /** From the `time` event just before the next event. */
  let serverTimeMs: number | null = null

  function read(message: EventSourceMessage, arrivedAtMs: number): LiveEvent | Other | null {
    const name = message.event as keyof LiveEvents | 'time' | undefined
    if (name === 'time') {
      serverTimeMs = (parse(message.data) as { now?: number } | null)?.now ?? null
      return null
    }
    if (name === undefined || !Object.hasOwn(isReadable, name)) return readOther(message)
    const data = parse(message.data)
    if (!isObject(data) || !isReadable[name](data)) throw unreadable(name, message.data)
    const lateMs =
      serverTimeMs === null ? 0 : Math.max(0, serverTimeMs - (data as { atMs: number }).atMs)
    serverTimeMs = null
    return { name, data: lateMs > 0 ? aged(data, lateMs) : data, arrivedAtMs } as LiveEvent
  }

  return function* (text, arrivedAtMs) {
    parser.feed(text)
    for (const message of messages.splice(0)) {
      const event = read(message, arrivedAtMs)
      if (event !== null) yield event
    }
  }
}

/** Adds the time between writing and sending to the ages of an event. */
function aged(data: Partial<LiveProgress & Changes>, lateMs: number): object {
  const { meta, failure } = data
  if (meta) return { ...data, meta: metaLater(meta, lateMs) }
  return { ...data, failure: failureLater(failure, lateMs) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unreadable(name: string, text: string): ApiError {
  return new ApiError('internal', `GET /api/live: unreadable ${name} of ${text.length} characters`)
}

type Fields<T> = { readonly [Name in keyof T]?: unknown }

/** Columns of changes are checked where they are applied. */
const isReadable: {
  readonly [Name in keyof LiveEvents]: (data: Fields<LiveEvents[Name]>) => boolean
} = {
  takeover: () => true,
  progress: ({ loaded, vehicles, failure }) =>
    typeof loaded === 'number' && areIdentified(vehicles) && isFailure(failure),
  changes: ({ version, after, departures, meta }) =>
    typeof version === 'string' && after !== undefined && areIdentified(departures) && isMeta(meta),
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function areIdentified(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.every((value) => isObject(value) && typeof value.id === 'string')
  )
}

function isMeta(value: unknown): boolean {
  if (!isObject(value)) return false
  const { fetchedAt, ageMs, failure }: Fields<LiveMeta> = value
  return typeof fetchedAt === 'string' && typeof ageMs === 'number' && isFailure(failure)
}

function isFailure(value: unknown): boolean {
  if (value === null) return true
  const { kind }: Fields<LiveFailure> = isObject(value) ? value : {}
  return typeof kind === 'string' && Object.hasOwn(problemKinds, kind)
}
