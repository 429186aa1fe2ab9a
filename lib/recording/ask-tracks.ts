import type { RecordedTrail, RecordingGap, TrailPart } from '@/lib/api/contract/recording'
import type { Clock } from '@/lib/app/clock'
import type { WorkerThread } from '@/lib/app/worker-thread/worker-thread'
import {
  countPoints,
  endOf,
  joinParts,
  mergeTrails,
  partsUntil,
  withoutShortBreaks,
} from '@/lib/recording/trail/join-parts'
import type { ChunkTrack, ChunkTracks } from './chunk-tracks'
import { gapAfter, INTERVALS_OF_A_HOLE, type RecordedChunks } from './outline'
import type { Segment } from './store/segment-store'
import type { RecordingHandlers } from './worker'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The worker thread that decodes recordings. */
export interface RecordingThread {
  readonly request: WorkerThread<RecordingHandlers>['request']
}

/** For whom recordings are read. */
export interface Reader {
  /** Ends the reading. */
  readonly signal: AbortSignal
  /** Owners take turns in the thread that decodes. */
  readonly owner: string
}

/** Of one request: its answer ends there, and the rest is asked for. */
const LONGEST_MS = 8_000

export interface Patience extends Reader {
  /** No more chunks than one are read then. */
  readonly isOver: () => boolean
}

/** A request's time, of which each area that is left takes an even share. */
export function createPatience(reader: Reader, { monotonicNow }: Clock) {
  const endMs = monotonicNow() + LONGEST_MS
  return (areasLeft: number): Patience => {
    const nowMs = monotonicNow()
    const shareMs = Math.max(0, endMs - nowMs) / areasLeft
    return { ...reader, isOver: () => monotonicNow() > nowMs + shareMs }
  }
}

interface TracksSoFar {
  readonly tracks: readonly ChunkTrack[]
  /** Between lists; Infinity where there is none. */
  readonly intervalMs: number
}

export interface TracksAnswer extends TracksSoFar {
  /** Of an answer that ends there, since all of it would take too long or have too many points. */
  readonly untilMs: number
}

export interface TracksQuestion extends Span {
  /** The vehicle that is asked for; null for all. */
  readonly only: string | null
  /** Points of all vehicles at most. */
  readonly most: number
}

/** Asks the thread for one chunk after the other, so that others get their turn. */
export async function askTracks(
  recorded: RecordedChunks,
  thread: RecordingThread,
  { fromMs, toMs, only, most }: TracksQuestion,
  { signal, owner, isOver }: Patience,
): Promise<TracksAnswer> {
  const { chunks, load } = recorded
  const joined = new JoinedTracks(only)
  const left = [...chunks.entries()].filter(([, chunk]) => chunk.toMs >= fromMs)
  let isFirst = true
  let ahead: Promise<readonly Segment[]> | null = null
  for (const [n, [at, chunk]] of left.entries()) {
    signal.throwIfAborted()
    if (chunk.fromMs <= toMs && !isFirst && (isOver() || joined.points > most))
      return { ...joined.answer, untilMs: chunk.fromMs }
    const loading: Promise<readonly Segment[]> | null =
      chunk.fromMs > toMs ? null : (ahead ?? load(chunk))
    const gap = gapAfter(recorded, at - 1)
    if (gap && gap.fromMs < toMs && gap.toMs > fromMs) joined.addGap(gap, toMs)
    const lists = (await loading)?.filter(({ kind }) => kind !== 'end') ?? []
    const next = left[n + 1]?.[1]
    // While the thread decodes this one.
    ahead = next && next.fromMs <= toMs ? load(next) : null
    ahead?.catch(() => undefined)
    if (lists.length === 0) continue
    joined.add(await thread.request('tracks', { lists, fromMs, toMs, only }, { owner, signal }))
    isFirst = false
  }
  return { ...joined.answer, untilMs: joined.points > most ? fromMs : toMs }
}

/**
 * A vehicle's trail out of what each area knows of it.
 * @param ask asks each area for the time up to `toMs`
 */
export async function trailOverAreas<Area>(
  id: string,
  areas: readonly Area[],
  span: Span,
  ask: (area: Area, toMs: number, areasLeft: number) => Promise<TracksAnswer>,
): Promise<RecordedTrail> {
  const answers: TracksAnswer[] = []
  let untilMs = span.toMs
  for (const [at, area] of areas.entries()) {
    // Asks again for times behind the end of an answer before.
    const answer = await ask(area, untilMs, areas.length - at)
    answers.push(answer)
    untilMs = Math.min(untilMs, answer.untilMs)
  }
  const tracks = answers.flatMap((answer) =>
    answer.tracks.map((track) =>
      answer.untilMs > untilMs ? { ...track, parts: partsUntil(track.parts, untilMs) } : track,
    ),
  )
  const directory = tracks.findLast((track) => track.directory)?.directory ?? null
  const merged = { parts: mergeTrails(tracks.map(({ parts }) => parts)) }
  const { parts } = withoutHoles(merged, answers)
  return { id, untilMs, directory, parts }
}

/** A track that goes on over holes of less than two intervals, of the areas that were asked. */
export function withoutHoles<Track extends { readonly parts: readonly TrailPart[] }>(
  track: Track,
  answers: readonly { readonly intervalMs: number }[],
): Track {
  const intervals = answers.map(({ intervalMs }) => intervalMs).filter(Number.isFinite)
  const shortestMs = INTERVALS_OF_A_HOLE * Math.max(0, ...intervals)
  return { ...track, parts: withoutShortBreaks(track.parts, shortestMs) }
}

/**
 * Tracks out of one chunk after the other, each of which begins with the list that
 * the one before ended with.
 */
class JoinedTracks {
  readonly #only: string | null
  readonly #tracks = new Map<string, ChunkTrack>()
  #intervalMs = Number.POSITIVE_INFINITY
  points = 0

  constructor(only: string | null) {
    this.#only = only
  }

  get tracks(): readonly ChunkTrack[] {
    return [...this.#tracks.values()]
  }

  get answer(): TracksSoFar {
    return { tracks: this.tracks, intervalMs: this.#intervalMs }
  }

  add({ tracks, absent, intervalMs }: ChunkTracks): void {
    this.#intervalMs = Math.min(this.#intervalMs, intervalMs)
    const known = new Map(this.#tracks)
    for (const { id, directory, parts } of tracks) {
      const before = known.get(id)
      known.delete(id)
      // Of all vehicles, each is followed from its first list on.
      const isListed = (part: TrailPart) => part.kind === 'points' || part.reason === 'no-position'
      const first = before || this.#only !== null ? 0 : Math.max(0, parts.findIndex(isListed))
      this.#join(id, parts.slice(first), directory ?? before?.directory ?? null)
    }
    for (const { id, directory } of known.values()) this.#join(id, absent, directory)
  }

  addGap({ fromMs, toMs, reason, problem }: RecordingGap, untilMs: number): void {
    if (this.#only !== null && this.#tracks.size === 0) this.#join(this.#only, [], null)
    for (const { id, parts, directory } of this.tracks) {
      const beginMs = parts.length > 0 ? endOf(parts) : fromMs
      const gap = {
        kind: 'break',
        fromMs: beginMs,
        toMs: Math.min(toMs, untilMs),
        reason,
        problem,
      } as const
      this.#join(id, [gap], directory)
    }
  }

  #join(id: string, parts: readonly TrailPart[], directory: ChunkTrack['directory']): void {
    const before = this.#tracks.get(id)?.parts ?? []
    const joined = joinParts(before, parts)
    this.points += countPoints(joined) - countPoints(before)
    this.#tracks.set(id, { id, directory, parts: joined })
  }
}
