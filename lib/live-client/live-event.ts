import type { EventSourceMessage } from 'eventsource-parser'
import { ApiError } from '@/lib/api/errors'
import type { LiveEvents, LiveFailure, LiveMeta } from '@/lib/contract/live'
import { problemKinds } from '@/lib/contract/problems'
import { parseInTasks } from './parse-json'

/** One event of the stream as it arrived. */
export type LiveEvent = {
  readonly [Name in keyof LiveEvents]: {
    readonly name: Name
    readonly data: LiveEvents[Name]
    /** To come back with as Last-Event-ID; null on events without one. */
    readonly id: string | null
    /** This browser's clock. */
    readonly arrivedAtMs: number
  }
}[keyof LiveEvents]

/**
 * Reads one event, and checks what a reader of it relies on: the rest is our own server's word.
 * @returns null for an event of a name not known here, as a newer server may send
 * @throws ApiError internal
 */
export async function readLiveEvent(
  { event, data, id }: EventSourceMessage,
  arrivedAtMs: number,
): Promise<LiveEvent | null> {
  if (event === undefined || !Object.hasOwn(isReadable, event)) return null
  const name = event as keyof LiveEvents
  const parsed = await parseInTasks(data).catch(() => null)
  if (!isObject(parsed) || !isReadable[name](parsed)) {
    throw new ApiError('internal', `GET /api/live: unreadable ${name} of ${data.length} characters`, null)
  }
  return { name, data: parsed, id: id ?? null, arrivedAtMs } as unknown as LiveEvent
}

type Fields<T> = { readonly [Name in keyof T]?: unknown }

const isReadable: { readonly [Name in keyof LiveEvents]: (data: Fields<LiveEvents[Name]>) => boolean } = {
  progress: ({ loaded, vehicles, failure }) =>
    typeof loaded === 'number' && areIdentified(vehicles) && isFailure(failure),
  snapshot: ({ epoch, part, parts, vehicles, meta }) =>
    typeof epoch === 'string' &&
    Number.isInteger(part) &&
    Number.isInteger(parts) &&
    areIdentified(vehicles) &&
    isMeta(meta),
  delta: ({ epoch, upserts, removed, departures, meta }) =>
    typeof epoch === 'string' &&
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
