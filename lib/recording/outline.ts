import type { LiveMeta } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type {
  CountsAt,
  GapReason,
  RecordedStretch,
  RecordingGap,
} from '@/lib/api/contract/recording'
import { mergeSpellings, reportedStatus, type StatusFields } from '@/lib/interface/statuses'
import type { Chunk, Segment, StoredNote } from './store/segment-store'

/** Counts of a list for the timeline. */
export interface ListNote {
  readonly byStatus: Readonly<Record<string, number>>
  /** Why the service did not answer; null where it did. */
  readonly problem: ProblemKind | null
  /** Pages that were read for it. */
  readonly pages?: number | undefined
  /** Of a key: why the lists before it were not stored. */
  readonly lost?: 'disk-full' | 'store'
}

/** As it is stored: of a list, or why the stream ended. */
type Note = ListNote | { readonly end: string }

export function noteOf(vehicles: Iterable<StatusFields>, { failure, pages }: LiveMeta): ListNote {
  const counts = new Map<string, number>()
  for (const vehicle of vehicles) {
    const name = reportedStatus(vehicle) ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    byStatus: Object.fromEntries(mergeSpellings(counts)),
    problem: failure?.kind ?? null,
    pages,
  }
}

export interface TimedNote extends ListNote {
  readonly atMs: number
}

export interface OutlinedChunk extends Chunk {
  /**
   * Between the chunk before and this one; null where the one goes on from the other, or less than
   * two intervals are missing.
   */
  readonly gap: RecordingGap | null
  /** Not with the last list of the chunk before. */
  readonly begins: boolean
  /** Why its stream ended; null for one that broke off. */
  readonly endReason: string | null
  /** Lists with a note that can be read. */
  readonly noted: readonly TimedNote[]
}

/** Chunks of an area, and which of them cannot be read to their end. */
export interface Outline {
  readonly chunks: readonly OutlinedChunk[]
  /** Times from which on chunks that were loaded cannot be read. */
  readonly damaged: { get(id: string): number | undefined }
}

export interface RecordedChunks extends Outline {
  /** Segments that can be read: the others are a gap, and the next chunk goes on. */
  load(chunk: OutlinedChunk): Promise<readonly Segment[]>
}

const REASONS: Readonly<Record<string, GapReason>> = {
  unwatched: 'unwatched',
  elsewhere: 'takeover',
  stopped: 'stopped',
}

/** Contents of a chunk's notes. */
interface ChunkNotes {
  readonly noted: TimedNote[]
  endReason: string | null
  isDamaged: boolean
}

/** Chunks with what lies between them. */
export function outlineOf(chunks: readonly Chunk[], notes: readonly StoredNote[]): OutlinedChunk[] {
  const notesOf = readNotes(chunks, notes)
  const shortestMs = INTERVALS_OF_A_HOLE * intervalOf(chunks)
  return chunks.map((chunk, at) => {
    const { noted = [], endReason = null } = notesOf.get(chunk.id) ?? {}
    const before = chunks[at - 1]
    const begins = chunk.continues === null || chunk.continues !== before?.id
    // Without a gap where the clock was set back meanwhile.
    const gapMs = before && begins ? chunk.fromMs - before.toMs : 0
    const hasGap = before && gapMs > 0 && gapMs >= shortestMs
    if (!hasGap) return { ...chunk, gap: null, begins, endReason, noted }
    const gap: RecordingGap = {
      fromMs: before.toMs,
      toMs: chunk.fromMs,
      reason: reasonBetween(notesOf.get(before.id), noted[0]),
      problem: null,
    }
    return { ...chunk, gap, begins, endReason, noted }
  })
}

function readNotes(
  chunks: readonly Chunk[],
  notes: readonly StoredNote[],
): Map<string, ChunkNotes> {
  const notesOf = new Map<string, ChunkNotes>()
  for (const { id } of chunks) {
    notesOf.set(id, {
      noted: [],
      endReason: null,
      isDamaged: false,
    })
  }
  for (const { chunk, atMs, note } of notes) {
    const notesOfChunk = notesOf.get(chunk)
    const parsed = note === null ? null : (JSON.parse(note) as Note)
    if (!notesOfChunk) continue
    if (!parsed) notesOfChunk.isDamaged = true
    else if ('end' in parsed) notesOfChunk.endReason = parsed.end
    else notesOfChunk.noted.push({ ...parsed, atMs })
  }
  return notesOf
}

/** Why there is a gap between a chunk with these notes and one with this first note. */
function reasonBetween(before: ChunkNotes | undefined, first: ListNote | undefined): GapReason {
  if (before?.endReason) return REASONS[before.endReason] ?? 'unknown'
  if (first?.lost) return first.lost
  return before?.isDamaged ? 'unknown' : 'stopped'
}

/**
 * The gap between a chunk, by its index, and the next one: from its damaged
 * segment on, if it has one.
 */
export function gapAfter({ chunks, damaged }: Outline, at: number): RecordingGap | null {
  const chunk = chunks[at]
  const next = chunks[at + 1]
  const fromMs = chunk && damaged.get(chunk.id)
  if (fromMs === undefined) return next?.gap ?? null
  const toMs = next?.fromMs ?? chunk?.toMs ?? fromMs
  if (fromMs >= toMs) return null
  return {
    fromMs,
    toMs,
    reason: 'damaged',
    problem: null,
  }
}

export function stretchesOf({ chunks, damaged }: Outline): RecordedStretch[] {
  const stretches: RecordedStretch[] = []
  for (const [at, { id, begins, fromMs, toMs }] of chunks.entries()) {
    const last = stretches.at(-1)
    const before = chunks[at - 1]
    const isBeforeDamaged = before !== undefined && damaged.get(before.id) !== undefined
    const isBroken = begins || isBeforeDamaged
    const goesOn = last && !isBroken && fromMs >= last.toMs - CLOCK_MS
    if (!goesOn) {
      stretches.push({ fromMs, toMs, start: id })
      continue
    }
    stretches[stretches.length - 1] = {
      ...last,
      toMs: Math.max(last.toMs, toMs),
    }
  }
  return stretches
}

/** A shorter hole lies between two lists: of an area, or of a vehicle. */
export const INTERVALS_OF_A_HOLE = 2

interface RecordedTime {
  readonly fromMs: number
  toMs: number
}

/** Times of lists, without holes of less than two intervals. */
export function recordedOf(outline: Outline): RecordedTime[] {
  const shortestMs = INTERVALS_OF_A_HOLE * intervalOf(outline.chunks)
  const recorded: RecordedTime[] = []
  for (const { fromMs, toMs } of stretchesOf(outline)) {
    const last = recorded.at(-1)
    // Where the clock was set back, each stretch is a time of its own.
    const isNext = last !== undefined && fromMs >= last.toMs
    if (isNext && fromMs - last.toMs < shortestMs) last.toMs = toMs
    else recorded.push({ fromMs, toMs })
  }
  return recorded.sort((a, b) => a.fromMs - b.fromMs)
}

/** Fewer say little of the time between two. */
const FEWEST_LISTS = 5

/** Time between two lists, by the chunk with the shortest; 0 where each has but a few. */
function intervalOf(chunks: readonly Chunk[]): number {
  const intervals = chunks
    .filter(({ segments }) => segments >= FEWEST_LISTS)
    .map(({ fromMs, toMs, segments }) => (toMs - fromMs) / (segments - 1))
  return intervals.length > 0 ? Math.min(...intervals) : 0
}

/**
 * An area without a list for this long is not recorded now: the longest time between two, and some.
 */
export const LATE_MS = 90_000
/** The clock goes back by less than this without being set. */
export const CLOCK_MS = 2000

/**
 * Gaps between chunks, behind damage, and of a service that did not answer, which ends at a gap
 * between chunks at the latest.
 */
export function gapsOf(outline: Outline): RecordingGap[] {
  const { chunks } = outline
  const gaps: RecordingGap[] = []
  let failing: RecordingGap | null = null
  for (const [at, chunk] of chunks.entries()) {
    const gapBefore = gapAfter(outline, at - 1)
    if (gapBefore) {
      if (failing) gaps.push(failing)
      failing = null
      gaps.push(gapBefore)
    }
    const failures = failuresIn(chunk, failing)
    failing = failures.open
    gaps.push(...failures.ended)
  }
  const last = gapAfter(outline, chunks.length - 1)
  if (last) gaps.push(last)
  if (failing) gaps.push(failing)
  return gaps
}

interface Failures {
  readonly ended: readonly RecordingGap[]
  /** Until the end of the chunk; null where the service answers there. */
  readonly open: RecordingGap | null
}

/** Times in a chunk without an answer of the service. @param open one that began before it */
function failuresIn({ noted, toMs }: OutlinedChunk, open: RecordingGap | null): Failures {
  const ended: RecordingGap[] = []
  let failing = open
  for (const { atMs, problem } of noted) {
    const isSame = failing !== null && failing.problem === problem
    if (isSame) continue
    if (failing) ended.push({ ...failing, toMs: atMs })
    failing = problem === null ? null : serviceGap(atMs, problem)
  }
  return { ended, open: failing && { ...failing, toMs } }
}

function serviceGap(atMs: number, problem: NonNullable<RecordingGap['problem']>): RecordingGap {
  return {
    fromMs: atMs,
    toMs: atMs,
    reason: 'service',
    problem,
  }
}

/** Of lists that were new. */
export function countsOf(chunks: readonly OutlinedChunk[]): CountsAt[] {
  const notes = chunks.flatMap(({ noted }) => noted)
  const answered = notes.filter(({ problem }) => problem === null)
  return answered.map(({ atMs, byStatus }) => {
    const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
    return { atMs, total, byStatus }
  })
}

/** Evenly, the first and the last among them. */
export function sample<T>(values: readonly T[], most: number): T[] {
  if (values.length <= most) return [...values]
  const last = values.length - 1
  return Array.from({ length: most }, (_, n) => {
    const index = Math.round((n * last) / (most - 1))
    return values[index]!
  })
}
