import type { AreaSearch } from '@/lib/api/contract/live'
import {
  FRAMES_SPAN_MAXIMUM_MS,
  type FramesEnd,
  type RecordingEvents,
  type RecordingGap,
} from '@/lib/api/contract/recording'
import { encodeText, LAST_BLOCK } from '@/lib/live/streaming/event'
import { gapAfter, LATE_MS, type OutlinedChunk, type RecordedChunks } from './outline'
import type { Segment } from './store/segment-store'

/** Of one answer: beyond it, the rest is asked for. */
const BYTES_MAXIMUM = 4_000_000

/** An instant, of the stretch that begins at `start` if given. */
interface FromInstant {
  readonly atMs: number
  readonly start: string | null
}

/** The place that an answer ended at. */
interface FromPlace {
  readonly after: string
}

export interface FramesRange {
  readonly from: FromInstant | FromPlace
  readonly toMs: number
}

export interface FramesRequest extends FramesRange {
  readonly search: AreaSearch
}

export interface Frames {
  /** Time of its first list; null for none. */
  readonly fromMs: number | null
  /** It has no lists after that. */
  readonly toMs: number
  /** The event stream of lib/api/contract/recording.ts as one deflate stream. */
  readonly parts: AsyncIterable<Uint8Array>
}

/** Where an answer begins: at a chunk, or behind the list of a time in it. */
interface Start {
  readonly at: number
  readonly afterMs: number | null
  /** Before the first list. */
  readonly gap: RecordingGap | null
}

/** Lists of a chunk, and what lies before them. */
interface Run {
  /** Place of its first list where that is a whole one. */
  readonly start: string | null
  readonly id: string
  readonly gap: RecordingGap | null
  readonly lists: readonly Segment[]
}

/** Answers segments as they are stored. */
export async function openFrames(
  recorded: RecordedChunks,
  { from, toMs }: FramesRange,
): Promise<Frames> {
  const start = 'after' in from ? startAfter(recorded.chunks, from.after) : startAt(recorded, from)
  const runs = start ? runsFrom(recorded, start) : null
  const read: Run[] = []
  for (let run = await runs?.next(); run && !run.done; run = await runs?.next()) {
    read.push(run.value)
    if (run.value.lists.length > 0) break
  }

  const firstMs = read.at(-1)?.lists[0]?.atMs ?? null
  const beginMs = 'after' in from ? (firstMs ?? 0) : from.atMs
  const untilMs = Math.min(toMs, beginMs + FRAMES_SPAN_MAXIMUM_MS)
  const fromMs = firstMs === null || firstMs > untilMs ? null : firstMs
  const next = placeBefore(recorded, from, start)
  return { fromMs, toMs: untilMs, parts: answer(read, runs, untilMs, next) }
}

/** Where an answer goes on that has no list; null for where it was asked from. */
function placeBefore(
  { chunks }: RecordedChunks,
  from: FromInstant | FromPlace,
  start: Start | null,
): string | null {
  if ('after' in from) return from.after
  const last = chunks.at(-1)
  if (start || !last) return null
  return placeOf(last.id, last.toMs)
}

async function* answer(
  read: readonly Run[],
  runs: AsyncGenerator<Run> | null,
  untilMs: number,
  begin: string | null,
): AsyncGenerator<Uint8Array> {
  let end: FramesEnd = { next: begin, lastMs: null, toMs: null }
  let bytes = 0
  const waiting = [...read]
  let run = waiting.shift()
  while (run) {
    if (run.gap) yield encodeFrames('gap', run.gap)
    if (run.start !== null) end = { ...end, next: run.start }
    for (const { atMs, body } of run.lists) {
      // Lists of the same time stay together: an answer may end here.
      const isBeyond = atMs > untilMs || bytes > BYTES_MAXIMUM
      if (isBeyond && atMs !== end.lastMs) {
        yield* endOfFrames(atMs > untilMs ? { ...end, toMs: untilMs } : end)
        return
      }
      bytes += body.length
      end = { next: placeOf(run.id, atMs), lastMs: atMs, toMs: null }
      yield body
    }
    run = waiting.shift() ?? (await runs?.next())?.value
  }
  yield* endOfFrames(end)
}

/** The end of an answer, and that of its deflate stream. */
async function* endOfFrames(end: FramesEnd): AsyncGenerator<Uint8Array> {
  yield encodeFrames('end', end)
  yield LAST_BLOCK
}

function encodeFrames<Name extends 'gap' | 'end'>(
  name: Name,
  data: RecordingEvents[Name],
): Uint8Array {
  return encodeText(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).deflated
}

async function* runsFrom(recorded: RecordedChunks, start: Start): AsyncGenerator<Run, undefined> {
  const { chunks, load, damaged } = recorded
  let { afterMs, gap } = start
  for (const [at, chunk] of chunks.entries()) {
    if (at < start.at) continue
    const lists = (await load(chunk)).filter(({ kind }) => kind !== 'end')
    // A chunk that was cut meanwhile begins with another list than the one before ended with.
    const last = at === start.at ? lists.findLastIndex(({ atMs }) => atMs === afterMs) : 0
    const isWhole = lists[Math.max(0, last)]?.atMs !== afterMs
    const left = isWhole ? lists : lists.slice(last + 1)
    yield { start: isWhole ? chunk.id : null, id: chunk.id, gap, lists: left }
    gap = gapAfter(recorded, at)
    const following = chunks[at + 1]
    const goesOn = following && !following.begins && damaged.get(chunk.id) === undefined
    afterMs = goesOn ? (lists.at(-1)?.atMs ?? null) : null
    if (!following && gap) yield { start: null, id: chunk.id, gap, lists: [] }
  }
}

/** The chunk of a moment; the next one where nothing was recorded then. */
function startAt(recorded: RecordedChunks, { atMs, start }: FromInstant): Start | null {
  const { chunks } = recorded
  const first = chunks.findIndex(({ id }) => id === start)
  // The list with which a chunk ends is the first of the next; without a stretch, the
  // one recorded last is meant.
  let at = chunks.findLastIndex(
    ({ fromMs, toMs }) => start === null && fromMs <= atMs && atMs <= toMs,
  )
  if (at < 0) at = chunks.findIndex(({ toMs }, n) => n >= first && toMs >= atMs)
  while (chunks[at + 1] && !chunks[at + 1]?.begins && chunks[at + 1]?.fromMs === atMs) at++
  const last = chunks.at(-1)
  // The newest list stays until another one comes.
  if (at < 0 && last && last.endReason === null && atMs - last.toMs < LATE_MS)
    at = chunks.length - 1
  if (at < 0) return null
  const { fromMs } = chunks[at] as OutlinedChunk
  const gap = fromMs <= atMs ? null : gapAfter(recorded, at - 1)
  // Over a hole that is too short for a gap, the list before it stays.
  const isInHole = fromMs > atMs && gap === null && at > Math.max(0, first)
  return { at: isInHole ? at - 1 : at, afterMs: null, gap }
}

const placeOf = (id: string, atMs: number) => `${id}.${atMs}`

/**
 * @param after a chunk, from its beginning; or a chunk and the time of a list
 * in it, which was answered
 */
function startAfter(chunks: readonly OutlinedChunk[], after: string): Start | null {
  const [name, time] = after.split('.')
  const at = chunks.findIndex(({ id }) => id === name)
  if (chunks.length === 0) return null
  // The place is deleted.
  if (at < 0) return { at: 0, afterMs: null, gap: null }
  return { at, afterMs: time === undefined ? null : Number(time), gap: null }
}
