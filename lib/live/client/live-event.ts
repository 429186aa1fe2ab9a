import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError } from '@/lib/api/client/errors'
import type { LiveEvents, LiveFailure, LiveMeta } from '@/lib/api/contract/live'
import { problemKinds } from '@/lib/api/contract/problems'

/** An event of the stream, with its ages as of arrival. */
export type LiveEvent = {
  readonly [Name in keyof LiveEvents]: {
    readonly name: Name
    readonly data: LiveEvents[Name]
    /** This browser's clock. */
    readonly arrivedAtMs: number
  }
}[keyof LiveEvents]

/**
 * Reads the text of one stream, in any pieces. Events are parsed as they are taken: a task can be given to each.
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
    const lateMs = serverTimeMs === null ? 0 : Math.max(0, serverTimeMs - (data as { atMs: number }).atMs)
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
function aged(data: Aged, lateMs: number): Aged {
  const later = <T extends Pick<LiveFailure, 'retryAfterMs'>>(failure: T | null | undefined) =>
    failure && { ...failure, retryAfterMs: Math.max(0, failure.retryAfterMs - lateMs) }
  const { meta, failure } = data
  if (!meta) return { ...data, failure: later(failure) }
  return { ...data, meta: { ...meta, ageMs: meta.ageMs + lateMs, failure: later(meta.failure) ?? null } }
}

interface Aged {
  readonly meta?: LiveMeta
  readonly failure?: LiveFailure | null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unreadable(name: string, text: string): ApiError {
  return new ApiError('internal', `GET /api/live: unreadable ${name} of ${text.length} characters`, null)
}

type Fields<T> = { readonly [Name in keyof T]?: unknown }

/** Columns of changes are checked where they are applied. */
const isReadable: { readonly [Name in keyof LiveEvents]: (data: Fields<LiveEvents[Name]>) => boolean } = {
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
  return Array.isArray(values) && values.every((value) => isObject(value) && typeof value.id === 'string')
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
