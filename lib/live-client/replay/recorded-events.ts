import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, errorOfAnswer, unreachable } from '@/lib/api/errors'
import { yieldToEventLoop } from '@/lib/browser/time-slicing'
import { areaToParams } from '@/lib/contract/area-to-params'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordingGap } from '@/lib/contract/recording'
import type {
  ChangedColumns,
  FramesEnd,
  ListChanges,
  ListDifference,
  RecordingEvents,
} from '@/lib/contract/recording-frames'
import { readOnce } from '@/lib/interface/times'
import { createLiveEventReader, type LiveEvent } from '@/lib/live-client/live-event'

type SnapshotEvent = Extract<LiveEvent, { readonly name: 'snapshot' }> & {
  readonly data: RecordingEvents['snapshot']
}

/** A list as it was streamed, with the server's clock then as `arrivedAtMs`; a gap; the end of an answer. */
export type RecordedEvent =
  | SnapshotEvent
  | { readonly name: 'difference'; readonly data: ListDifference }
  | { readonly name: 'changes'; readonly data: ListChanges }
  | { readonly name: 'gap'; readonly data: RecordingGap }
  | { readonly name: 'end'; readonly data: FramesEnd }

/** An instant, and of which stretch if that is known; or the `next` of an answer. */
export type FramesFrom = { readonly atMs: number; readonly start: string | null } | { readonly after: string }

export interface FramesOptions {
  readonly from: FramesFrom
  readonly toMs: number
  readonly signal: AbortSignal
  readonly fetch?: typeof globalThis.fetch
  /** Place of a whole list, to which another one may be answered as a difference; null for none. */
  readonly have: string | null
}

const ROUTE = 'GET /api/recording/frames'

/** Parsed at once: some milliseconds. */
const BYTES_A_TASK = 128 * 1024

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
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  const decoder = new TextDecoder()
  const readEvent = createEventReader()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the answer broke off')
      for (let at = 0; at < value.length; at += BYTES_A_TASK) {
        parser.feed(decoder.decode(value.subarray(at, at + BYTES_A_TASK), { stream: true }))
        for (const message of messages.splice(0)) {
          signal.throwIfAborted()
          const event = readEvent(message)
          if (event !== null) yield event
          if (event?.name === 'end') return
          await yieldToEventLoop()
        }
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
  { from, toMs, signal, have, fetch = globalThis.fetch }: FramesOptions,
): Promise<ReadableStream<Uint8Array>> {
  const params = areaToParams(search)
  if ('after' in from) params.set('after', from.after)
  else {
    params.set('from', new Date(from.atMs).toISOString())
    if (from.start !== null) params.set('start', from.start)
  }
  params.set('to', new Date(toMs).toISOString())
  if (have !== null) params.set('have', have)
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

/** An answer that cannot be read or applied: a fault of the page, not of the network. */
export function unreadable(cause: unknown, event = 'list'): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError('internal', `${ROUTE}: ${event}: ${(cause as Error).message}`, null, { cause })
}

/** Reads the events of one answer. */
function createEventReader() {
  const readLiveEvent = createLiveEventReader()

  function toEvent(message: EventSourceMessage): RecordedEvent | null {
    const { event: name, data } = message
    if (name === 'gap' || name === 'end') return { name, data: JSON.parse(data) } as RecordedEvent
    if (name === 'difference') return { name, data: readDifference(data) }
    if (name === 'changes') return { name, data: withSharedTimes(readChanges(data)) }
    if (name !== 'snapshot') return null
    const event = readLiveEvent(message, 0) as SnapshotEvent | null
    return event && { ...event, arrivedAtMs: event.data.writtenAt ?? Date.parse(event.data.meta.fetchedAt) }
  }

  /** @throws ApiError internal */
  return (message: EventSourceMessage): RecordedEvent | null => {
    try {
      return toEvent(message)
    } catch (cause) {
      throw unreadable(cause, message.event)
    }
  }
}

/**
 * @throws where a column is missing or shorter than another, since positions would be those of other vehicles; where a
 * value is missing
 */
function checked<Changed extends ChangedColumns>(changes: Changed, ...more: unknown[]): Changed {
  const { removed, moved, since, fields, added } = changes
  const areWhole =
    [removed, fields, added, ...more].every(Array.isArray) &&
    areAlike(moved.atDeltas, moved.latDeltas, moved.lngDeltas) &&
    areAlike(since.atDeltas, since.timeDeltas, since.begun) &&
    fields.every(
      ({ atDeltas, numbers, values }) =>
        areAlike(atDeltas, numbers) && numbers.every((number) => values[number] !== undefined),
    )
  if (!areWhole) throw new Error('columns that do not match')
  return changes
}

/** Whether all are lists of one length. */
function areAlike(first: readonly unknown[], ...others: readonly (readonly unknown[])[]): boolean {
  return [first, ...others].every((list) => Array.isArray(list) && list.length === first.length)
}

function readDifference(data: string): ListDifference {
  const difference: ListDifference = checked(JSON.parse(data))
  const { order } = difference
  if (order !== null && new Set(order).size !== order.length) throw new Error('a vehicle is ordered twice')
  return difference
}

function readChanges(data: string): ListChanges {
  const changes: ListChanges = JSON.parse(data)
  return checked(changes, changes.departures)
}

const sharedTime = readOnce((text) => text)

/** Changes wait for seconds until they are due, and the garbage collector copies what waits. */
function withSharedTimes(changes: ListChanges): ListChanges {
  const shared = (value: unknown) => (typeof value === 'string' ? sharedTime(value) : value)
  const fields = changes.fields.map((field) =>
    field.name === 'mtime' ? { ...field, values: field.values.map(shared) } : field,
  )
  return { ...changes, fields }
}
