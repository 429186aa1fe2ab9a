import type { RecordingGap } from '@/lib/contract/recording'
import type { FrameHead } from '@/lib/recording/codec/chunk'
import type { AnsweredLists } from './answered-lists'
import type { DecodedChunk } from './decoded-chunk'
import { changesBytes, differenceBytes, snapshotBytes } from './event-text'

export interface EventsRequest {
  /** Of the chunk. */
  readonly id: string
  /** A list by its number, after that of a time; the one at a time, or the first; or the one after that of a time. */
  readonly from:
    | { readonly number: number; readonly afterMs: number | null }
    | { readonly atMs: number }
    | { readonly afterMs: number }
  /** Begins with the whole list. */
  readonly isWhole: boolean
  /** Where the vehicles of the chunk have numbers already: time of its first list, since a chunk that was cut has others. */
  readonly numberedMs: number | null
  /** Place of a list to which the whole one may be answered as a difference. */
  readonly have: string | null
  /** Of the last list. */
  readonly toMs: number
  /** Of a service that did not answer: one comes with the first list of it. */
  readonly serviceGaps: readonly RecordingGap[]
}

export interface EventsAnswer {
  readonly events: Uint8Array
  /** Of the last list; null for none. */
  readonly lastMs: number | null
  /** The next list to ask for; null where the chunk ends, or `toMs` is reached. */
  readonly next: number | null
  readonly isReached: boolean
  /** Where the vehicles of the chunk have numbers now. */
  readonly numberedMs: number | null
}

/** Of one answer, so that others get their turn. */
const BYTES_MAXIMUM = 2_000_000
const LONGEST_MS = 80
const PLACES_A_MS = 100

/** Events of a chunk, as the event stream has them. */
export function readEvents(
  chunk: DecodedChunk,
  { id, from, isWhole: isWholeWanted, numberedMs, have, toMs, serviceGaps }: EventsRequest,
  answered: AnsweredLists,
): EventsAnswer {
  const begunMs = performance.now()
  const parts: Uint8Array[] = []
  let bytes = 0
  let lastMs: number | null = null
  const firstMs = chunk.atMs(0)
  let isNumbered = numberedMs === firstMs
  const add = (part: Uint8Array) => {
    parts.push(part)
    bytes += part.length
  }
  let number = numberOf(chunk, from)
  // The list that the client has was deleted meanwhile.
  const isWhole = isWholeWanted || number === 0
  if (isWhole && !isWholeWanted && chunk.atMs(0) > toMs) return answer(null, true)
  if (isWhole && number < chunk.length) {
    lastMs = chunk.atMs(number)
    const place = placeOf(id, chunk, number)
    const list = chunk.list(number).compact()
    const base = have === null ? null : answered.get(have)
    const head = chunk.head(number)
    add(base ? differenceBytes(base, { place, list }, head) : snapshotBytes(list, head, place))
    answered.add({ place, list })
    for (const gap of gapAt(chunk.head(number), lastMs)) add(gapEvent(gap))
    number++
  }
  while (number < chunk.length) {
    const isReached = chunk.atMs(number) > toMs
    const isEnough = bytes > BYTES_MAXIMUM || performance.now() - begunMs > LONGEST_MS
    // Lists of the same time stay together: an answer may end here.
    if (isReached || (isEnough && chunk.atMs(number) !== lastMs))
      return answer(isReached ? null : number, isReached)
    const { failure } = chunk.head(number - 1).meta
    lastMs = chunk.atMs(number)
    if (failure === null) for (const gap of gapAt(chunk.head(number), lastMs)) add(gapEvent(gap))
    add(changesBytes(chunk, number, isNumbered))
    isNumbered = true
    number++
  }
  return answer(null, false)

  function answer(next: number | null, isReached: boolean): EventsAnswer {
    return { events: joined(parts), lastMs, next, isReached, numberedMs: isNumbered ? firstMs : null }
  }

  function gapAt({ meta }: FrameHead, atMs: number): RecordingGap[] {
    const gap = meta.failure && serviceGaps.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
    return gap ? [gap] : []
  }
}

const gapEvent = (gap: RecordingGap) => Buffer.from(`event: gap\ndata: ${JSON.stringify(gap)}\n\n`)

/** In a buffer of their own, which can be moved to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]!.length > BYTES_MAXIMUM) return parts[0]!
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Of the list that is read first; null where the chunk has none from there on. */
export function timeOf(chunk: DecodedChunk, from: EventsRequest['from']): number | null {
  const number = numberOf(chunk, from)
  return number < chunk.length ? chunk.atMs(number) : null
}

function numberOf(chunk: DecodedChunk, from: EventsRequest['from']): number {
  if ('atMs' in from) return Math.max(0, chunk.numberAt(from.atMs))
  const { afterMs } = from
  if ('number' in from && (afterMs === null || isAfter(chunk, from.number, afterMs))) return from.number
  return chunk.numberOf(afterMs as number) + 1
}

/** False in a chunk that was cut: its lists have other numbers. */
function isAfter(chunk: DecodedChunk, number: number, atMs: number): boolean {
  return number <= chunk.length && chunk.atMs(number - 1) === atMs
}

/** Lists of the same time have a place each, also once those before them are deleted. */
function placeOf(id: string, chunk: DecodedChunk, number: number): string {
  const atMs = chunk.atMs(number)
  let same = 0
  while (same < number && chunk.atMs(number - same - 1) === atMs) same++
  return `${id}.${PLACES_A_MS * atMs + same}`
}
