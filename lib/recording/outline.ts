import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { CountsAt, GapReason, RecordedStretch, RecordingGap } from '@/lib/api/contract/recording'
import type { Chunk, StoredNote } from './store/segment-store'

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

export interface EndNote {
  /** Why the stream ended. */
  readonly end: string
}

export type Note = ListNote | EndNote

export function noteOf(vehicles: Iterable<Pick<LiveVehicle, 'status'>>, meta: LiveMeta): ListNote {
  const counts = new Map<string, number>()
  for (const { status } of vehicles) counts.set(status ?? '', (counts.get(status ?? '') ?? 0) + 1)
  const { failure, pages } = meta
  return { byStatus: Object.fromEntries(counts), problem: failure?.kind ?? null, pages }
}

export interface OutlinedChunk extends Chunk {
  /** Between the chunk before and this one; null where the one goes on from the other. */
  readonly gap: RecordingGap | null
  /** Not with the last list of the chunk before. */
  readonly begins: boolean
  /** It was ended, not broken off. */
  readonly hasEnded: boolean
  readonly notes: readonly { readonly atMs: number; readonly note: Note | null }[]
}

const REASONS: Readonly<Record<string, GapReason>> = {
  unwatched: 'unwatched',
  elsewhere: 'takeover',
  stopped: 'stopped',
}

/** Chunks with what lies between them. @param damaged times from which on chunks could not be read */
export function outlineOf(
  chunks: readonly Chunk[],
  notes: readonly StoredNote[],
  damaged: { get(id: string): number | undefined },
): OutlinedChunk[] {
  const notesOf = new Map<string, { atMs: number; note: Note | null }[]>()
  for (const { chunk, atMs, note } of notes) {
    const known = notesOf.get(chunk)
    const read = { atMs, note: note === null ? null : (JSON.parse(note) as Note) }
    if (known) known.push(read)
    else notesOf.set(chunk, [read])
  }
  let before: OutlinedChunk | null = null
  return chunks.map((chunk) => {
    const own = notesOf.get(chunk.id) ?? []
    const hasEnded = own.some(({ note }) => note !== null && 'end' in note)
    const damagedMs = before ? damaged.get(before.id) : undefined
    const begins = chunk.continues === null || chunk.continues !== before?.id || damagedMs !== undefined
    const gap = before && begins ? between(before, { ...chunk, notes: own }, damagedMs ?? null) : null
    before = { ...chunk, gap, begins, hasEnded, notes: own }
    return before
  })
}

function between(
  { toMs, notes }: OutlinedChunk,
  next: Pick<OutlinedChunk, 'fromMs' | 'notes'>,
  damagedMs: number | null,
): RecordingGap | null {
  const fromMs = damagedMs ?? toMs
  // The clock was set back meanwhile.
  if (next.fromMs <= fromMs) return null
  const end = notes.find(({ note }) => note !== null && 'end' in note)?.note
  const key = next.notes[0]?.note
  const lost = key && 'lost' in key ? key.lost : undefined
  const reason =
    damagedMs !== null
      ? 'damaged'
      : end && 'end' in end
        ? (REASONS[end.end] ?? 'unknown')
        : (lost ?? (notes.some(({ note }) => note === null) ? 'unknown' : 'stopped'))
  return { fromMs, toMs: next.fromMs, reason, problem: null }
}

/** The gap from a damaged segment to the next chunk. */
export function damageOf(fromMs: number, toMs: number): RecordingGap {
  return { fromMs, toMs, reason: 'damaged', problem: null }
}

export function stretchesOf(chunks: readonly OutlinedChunk[]): RecordedStretch[] {
  const stretches: RecordedStretch[] = []
  for (const { id, begins, fromMs, toMs } of chunks) {
    const last = stretches.at(-1)
    if (last && !begins && fromMs >= last.toMs - CLOCK_MS)
      stretches[stretches.length - 1] = { ...last, toMs: Math.max(last.toMs, toMs) }
    else stretches.push({ fromMs, toMs, start: id })
  }
  return stretches
}

/** An area without a list for this long is not recorded now: the longest time between two, and some. */
export const LATE_MS = 90_000
/** The clock goes back by less than this without being set. */
export const CLOCK_MS = 2000

/** Gaps between chunks, behind damage, and of a service that did not answer. */
export function gapsOf(
  chunks: readonly OutlinedChunk[],
  damaged: { get(id: string): number | undefined },
): RecordingGap[] {
  const gaps: RecordingGap[] = []
  let failing = null as RecordingGap | null
  for (const { id, gap, toMs, notes } of chunks) {
    if (gap) {
      if (failing) gaps.push(failing)
      failing = null
      gaps.push(gap)
    }
    for (const { atMs, note } of notes) {
      if (note === null || 'end' in note) continue
      const { problem } = note
      if (failing && problem !== failing.problem) {
        gaps.push({ ...failing, toMs: atMs })
        failing = null
      }
      if (problem !== null && !failing) failing = { fromMs: atMs, toMs: atMs, reason: 'service', problem }
    }
    if (failing) failing = { ...failing, toMs }
    const isLast = chunks.at(-1)?.id === id
    const fromMs = damaged.get(id)
    if (isLast && fromMs !== undefined && fromMs < toMs)
      gaps.push({ fromMs, toMs, reason: 'damaged', problem: null })
  }
  if (failing) gaps.push(failing)
  return gaps
}

/** Of lists that were new. */
export function countsOf(chunks: readonly OutlinedChunk[]): CountsAt[] {
  return chunks.flatMap(({ notes }) =>
    notes.flatMap(({ atMs, note }) => {
      if (note === null || 'end' in note || note.problem !== null) return []
      const total = Object.values(note.byStatus).reduce((sum, count) => sum + count, 0)
      return { atMs, total, byStatus: note.byStatus }
    }),
  )
}

/** Evenly, the first and the last among them. */
export function sample<T>(values: readonly T[], most: number): T[] {
  if (values.length <= most) return [...values]
  return Array.from({ length: most }, (_, n) => values[Math.round((n * (values.length - 1)) / (most - 1))]!)
}
