import type { RecordingGap } from '@/lib/contract/recording'
import type { RecordingEvents } from '@/lib/contract/recording-frames'
import { FRAMES_SPAN_MAXIMUM_MS } from '@/lib/contract/recording-limits'
import type { ChunkSource } from './chunk-source'
import { damageOf, gapsOf, type OutlinedChunk } from './outline'
import type { FramesRequest } from './recordings'
import type { EventsAnswer, EventsRequest } from './thread/read-events'

/** Of one answer: beyond it, the rest is asked for. The end of one of 11 MB took a browser's main thread 40 ms. */
const BYTES_MAXIMUM = 4_000_000

const BEGINNING = { number: 0, afterMs: null }

interface Start {
  readonly at: number
  readonly from: EventsRequest['from']
  readonly isWhole: boolean
  /** Before the first list. */
  readonly gap: RecordingGap | null
}

/**
 * The event stream of lib/contract/recording.ts. What of a chunk cannot be read is a gap, and the next one goes on.
 * @param chunks of the area, in their order
 */
export async function* readFrames(
  source: ChunkSource,
  area: string,
  chunks: readonly OutlinedChunk[],
  { from, toMs, have = null }: Pick<FramesRequest, 'from' | 'toMs' | 'have'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const serviceGaps = gapsOf(chunks, source.damaged).filter(({ reason }) => reason === 'service')
  let start = 'after' in from ? startAfter(chunks, from.after) : startAt(chunks, from)
  let lastMs: number | null = null
  let next = 'after' in from ? from.after : start ? chunks[start.at]!.id : endOf(chunks)
  let untilMs = toMs
  let bytes = 0
  let numberedMs: number | null = null
  /** Of the list that the client has. */
  let reachedMs: number | null = start && 'afterMs' in start.from ? start.from.afterMs : null
  if (start?.gap) yield eventOf('gap', start.gap)
  for (; start && !signal.aborted; ) {
    const chunk: OutlinedChunk = chunks[start.at]!
    if (start.isWhole && chunk.fromMs > untilMs) break
    const { from: number, isWhole } = start
    const request: EventsRequest = {
      ...{ id: chunk.id, from: number, isWhole, numberedMs, have, toMs: untilMs, serviceGaps },
    }
    const answer: EventsAnswer | null = await source.ask('events', area, chunk, request, signal)
    if (answer && answer.events.length > 0) {
      // Only what goes on from a place has no end in time.
      if (lastMs === null) untilMs = Math.min(untilMs, (answer.lastMs ?? 0) + FRAMES_SPAN_MAXIMUM_MS)
      bytes += answer.events.length
      lastMs = answer.lastMs
      reachedMs = lastMs
      next = `${chunk.id}.${lastMs}`
      yield answer.events
    }
    if (answer?.isReached || bytes > BYTES_MAXIMUM) break
    if (answer && answer.next !== null) {
      numberedMs = answer.numberedMs
      start = { ...start, from: { number: answer.next, afterMs: reachedMs }, isWhole: false, gap: null }
      continue
    }
    const damagedMs = source.damaged.get(chunk.id)
    const following: OutlinedChunk | undefined = chunks[start.at + 1]
    if (!following) {
      const isGap = damagedMs !== undefined && damagedMs < chunk.toMs
      if (isGap) yield eventOf('gap', damageOf(Math.max(damagedMs, lastMs ?? 0), chunk.toMs))
      break
    }
    const gap = damagedMs === undefined ? following.gap : damageOf(damagedMs, following.fromMs)
    if (gap) yield eventOf('gap', gap)
    const begins = following.begins || damagedMs !== undefined
    if (begins) next = following.id
    if (following.fromMs > untilMs) break
    numberedMs = null
    const first = begins ? BEGINNING : { number: 1, afterMs: reachedMs }
    start = { at: start.at + 1, from: first, isWhole: begins, gap }
  }
  yield eventOf('end', { next, lastMs })
}

/** The list at a time or before; the next one where nothing was recorded then. */
function startAt(
  chunks: readonly OutlinedChunk[],
  { atMs, start }: { readonly atMs: number; readonly start: string | null },
): Start | null {
  const first =
    start === null
      ? 0
      : Math.max(
          0,
          chunks.findIndex(({ id }) => id === start),
        )
  let at = chunks.findIndex(({ toMs }, n) => n >= first && toMs >= atMs)
  if (at < 0) return lastOf(chunks, atMs)
  // The list with which a chunk ends is the first of the next.
  for (let next = chunks[at + 1]; next && !next.begins && next.fromMs === atMs; next = chunks[at + 1]) at++
  const chunk = chunks[at]!
  const isInside = chunk.fromMs <= atMs
  const gap = isInside || !chunk.gap ? null : { ...chunk.gap, fromMs: Math.max(chunk.gap.fromMs, 0) }
  return { at, from: { atMs }, isWhole: true, gap }
}

/** The newest list stays until another one comes. */
function lastOf(chunks: readonly OutlinedChunk[], atMs: number): Start | null {
  const at = chunks.length - 1
  const last = chunks[at]
  return last && !last.hasEnded && atMs - last.toMs < LATE_MS
    ? { at, from: { atMs }, isWhole: true, gap: null }
    : null
}

function endOf(chunks: readonly OutlinedChunk[]): string | null {
  const last = chunks.at(-1)
  return last ? `${last.id}.${last.toMs}` : null
}

/** Between two lists of an area that is recorded, at most. */
const LATE_MS = 90_000

/** @param after a chunk, from its beginning; or a chunk and the time of a list in it, which was answered */
function startAfter(chunks: readonly OutlinedChunk[], after: string): Start | null {
  const [name, time] = after.split('.')
  const at = chunks.findIndex(({ id }) => id === name)
  const begun = { from: BEGINNING, isWhole: true, gap: null }
  if (at < 0) return chunks.length > 0 ? { at: 0, ...begun } : null
  // Without a time, or what was there is deleted.
  if (time === undefined || Number(time) < chunks[at]!.fromMs) return { at, ...begun }
  return { at, from: { afterMs: Number(time) }, isWhole: false, gap: null }
}

/** Time of the first list that is read from a place on; null where none follows. */
export async function timeAfter(
  source: ChunkSource,
  area: string,
  chunks: readonly OutlinedChunk[],
  after: string,
  signal: AbortSignal,
): Promise<number | null> {
  const start = startAfter(chunks, after)
  if (!start) return null
  let from: EventsRequest['from'] = start.from
  for (let at = start.at; at < chunks.length; at++) {
    const answer = await source.ask('timeOf', area, chunks[at]!, { from }, signal)
    if (answer && answer.atMs !== null) return answer.atMs
    const begins = chunks[at + 1]?.begins || source.damaged.get(chunks[at]!.id) !== undefined
    from = begins ? BEGINNING : { number: 1, afterMs: null }
  }
  return null
}

function eventOf<Name extends 'gap' | 'end'>(name: Name, data: RecordingEvents[Name]): Uint8Array {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
