import type { EventSourceMessage } from 'eventsource-parser'
import { ApiError } from '@/lib/api/errors'
import type {
  LiveDelta,
  LiveEvents,
  LiveFailure,
  LiveMeta,
  LiveProgress,
  LiveSnapshotPart,
} from '@/lib/contract/live'
import { problemKinds } from '@/lib/contract/problems'

/** An event of the stream, with its ages as of arrival. */
export type LiveEvent = {
  readonly [Name in keyof LiveEvents]: {
    readonly name: Name
    readonly data: LiveEvents[Name]
    /** To send as Last-Event-ID on reconnection; null on events without one. */
    readonly id: string | null
    /** This browser's clock. */
    readonly arrivedAtMs: number
  }
}[keyof LiveEvents]

/** @throws ApiError internal for an unreadable event */
export type LiveEventReader = (message: EventSourceMessage, arrivedAtMs: number) => LiveEvent | null

/**
 * Reads the events of one stream and checks the fields that the page relies on: ages become those at arrival, and
 * the parts of a delta one delta. Returns null for a part before the last, and for unknown events of newer servers.
 */
export function createLiveEventReader(): LiveEventReader {
  /** From the `time` event just before the next event. */
  let serverTimeMs: number | null = null
  let parts: LiveDelta[] = []

  function join(data: LiveDelta): LiveDelta | null {
    const { part = 0, parts: count = 1 } = data
    if (part !== parts.length) throw unreadable('delta', `part ${part} after ${parts.length} parts`)
    parts.push(data)
    if (part < count - 1) return null
    const [{ after }, ...rest] = parts as [LiveDelta, ...LiveDelta[]]
    const joined = rest.length === 0 ? data : { ...data, after, ...joinLists(parts) }
    parts = []
    return joined
  }

  return ({ event, data: text, id = null }, arrivedAtMs) => {
    if (event === undefined || !(event === 'time' || Object.hasOwn(isReadable, event))) return null
    const data = parse(text)
    if (event === 'time') {
      serverTimeMs = isObject(data) && typeof data.now === 'number' ? data.now : null
      return null
    }
    const name = event as keyof LiveEvents
    if (!isObject(data) || !isReadable[name](data)) throw unreadable(name, `${text.length} characters`)
    const { writtenAt = serverTimeMs } = data as { writtenAt?: number }
    const lateMs = serverTimeMs === null || writtenAt === null ? 0 : Math.max(0, serverTimeMs - writtenAt)
    serverTimeMs = null
    const arrived = (lateMs === 0 ? data : aged(data, lateMs)) as unknown
    if (name === 'takeover') return { name, id, arrivedAtMs, data: {} }
    if (name === 'progress') return { name, id, arrivedAtMs, data: arrived as LiveProgress }
    if (name === 'snapshot') {
      parts = []
      return { name, id, arrivedAtMs, data: arrived as LiveSnapshotPart }
    }
    const joined = join(arrived as LiveDelta)
    return joined && { name, id, arrivedAtMs, data: joined }
  }
}

function joinLists(parts: readonly LiveDelta[]): Pick<LiveDelta, 'upserts' | 'removed' | 'departures'> {
  return {
    upserts: parts.flatMap(({ upserts }) => upserts),
    removed: parts.flatMap(({ removed }) => removed),
    departures: parts.flatMap(({ departures }) => departures),
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

function unreadable(name: string, detail: string): ApiError {
  return new ApiError('internal', `GET /api/live: unreadable ${name} of ${detail}`, null)
}

type Fields<T> = { readonly [Name in keyof T]?: unknown }

const isReadable: { readonly [Name in keyof LiveEvents]: (data: Fields<LiveEvents[Name]>) => boolean } = {
  takeover: () => true,
  progress: ({ loaded, vehicles, failure }) =>
    typeof loaded === 'number' && areIdentified(vehicles) && isFailure(failure),
  snapshot: ({ epoch, part, parts, vehicles, meta }) =>
    typeof epoch === 'string' &&
    Number.isInteger(part) &&
    Number.isInteger(parts) &&
    areIdentified(vehicles) &&
    isMeta(meta),
  delta: ({ epoch, part = 0, parts = 1, upserts, removed, departures, meta }) =>
    typeof epoch === 'string' &&
    Number.isInteger(part) &&
    Number.isInteger(parts) &&
    areIdentified(upserts) &&
    Array.isArray(removed) &&
    areIdentified(departures) &&
    isMeta(meta),
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
