import type { Changes, DirectoryEntry, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import type { Position } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { inflateEvents, parseChanges, parseHead } from '@/lib/live/streaming/event'
import { finish, type Steps } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { Segment } from './store/segment-store'

export interface ChunkQuestion {
  /** Its lists, of which the first one is a key. */
  readonly lists: readonly Pick<Segment, 'atMs' | 'body'>[]
  /** From the list at this time, or the first one after, up to the other. */
  readonly fromMs: number
  readonly toMs: number
  /** The vehicle that is asked for; null for all. */
  readonly only: string | null
}

export interface ChunkTrack {
  readonly id: string
  readonly directory: DirectoryEntry | null
  readonly parts: readonly TrailPart[]
}

export interface ChunkTracks {
  readonly tracks: readonly ChunkTrack[]
  /** Of any vehicle that is in none of the lists. */
  readonly absent: readonly TrailPart[]
  /** Between lists of a service that answers; Infinity where there is none. */
  readonly intervalMs: number
}

/**
 * Where vehicles were, and when that is not known.
 * @throws for lists that do not follow each other
 */
export function chunkTracks({ lists, fromMs, toMs, only }: ChunkQuestion): ChunkTracks {
  const [table, own] = [new VehicleTable(), new Set<number>()]
  const followed = new Map<string, Followed>()
  const absent = new Followed(null)
  if (only !== null) followed.set(only, new Followed(null))
  const before = lists.findLastIndex(({ atMs }) => atMs <= fromMs)
  const first = Math.max(0, before)
  const texts = lists.map(({ body }) => inflateEvents(body))
  // Where no list has the vehicle, they need not be read.
  const isIn =
    only === null || texts.flat().some((text) => text.includes(`"id":${JSON.stringify(only)}`))
  let intervalMs = Number.POSITIVE_INFINITY
  for (const [n, { atMs }] of lists.entries()) {
    if (n > first && atMs > toMs) break
    const its = texts[n] as string[]
    const { meta } = isIn ? finish(applyTexts(table, own, its)) : parseHead(its.at(-1) ?? '')
    if (n < first) continue
    if (meta.failure === null) intervalMs = Math.min(intervalMs, meta.intervalMs)
    if (only === null)
      for (const { id } of table.vehicles())
        if (!followed.has(id)) followed.set(id, new Followed(absent))
    for (const [id, one] of followed) one.add(atMs, meta, table.get(id))
    absent.add(atMs, meta, undefined)
  }
  return {
    tracks: [...followed].map(([id, one]) => ({
      id,
      directory: one.directory,
      parts: one.finish(),
    })),
    absent: absent.finish(),
    intervalMs,
  }
}

/**
 * Applies a key or a frame to the list before it.
 * @param own slots of records that only this table has
 * @returns the last part of its changes
 * @throws where it is damaged or does not follow
 */
export const applySegment = (
  table: VehicleTable,
  own: Set<number>,
  body: Uint8Array,
): Steps<Changes> => applyTexts(table, own, inflateEvents(body))

function* applyTexts(
  table: VehicleTable,
  own: Set<number>,
  texts: readonly string[],
): Steps<Changes> {
  let last: Changes | null = null
  for (const text of texts) {
    last = parseChanges(text)
    yield* table.apply(last, own)
    yield
  }
  if (!last || last.isPart) throw new Error('a list without its last part')
  return last
}

type MutablePoint = { -readonly [Name in keyof TrailPoint]: TrailPoint[Name] }
type MutableBreak = { -readonly [Name in keyof TrailBreak]: TrailBreak[Name] }

/**
 * Points and breaks of a vehicle in the order of the lists; each begins where the one before ends.
 */
class Followed {
  directory: DirectoryEntry | null = null
  readonly #done: TrailPart[] = []
  #points: MutablePoint[] = []
  #break: MutableBreak | null = null
  #lastMs: number | null = null

  /** @param before what is known of it so far: a break at most */
  constructor(before: Followed | null) {
    if (!before) return
    this.#done.push(...before.#done)
    this.#break = before.#break && { ...before.#break }
    this.#lastMs = before.#lastMs
  }

  add(atMs: number, { failure, mtimeServes }: LiveMeta, record: LiveVehicle | undefined): void {
    this.directory = record?.directory ?? this.directory
    if (failure) this.#interrupt(atMs, { reason: 'service', problem: failure.kind })
    else if (!record || typeof record.unconfirmedSinceMs === 'number')
      this.#interrupt(atMs, { reason: 'absent', problem: null })
    else if (!record.position) this.#interrupt(atMs, { reason: 'no-position', problem: null })
    else this.#go(atMs, record, record.position, mtimeServes ? record.mtime : null)
    this.#lastMs = atMs
  }

  finish(): TrailPart[] {
    this.#endPoints()
    if (this.#break) this.#done.push(this.#break)
    return this.#done
  }

  #go(
    atMs: number,
    { status }: LiveVehicle,
    { lat, lng }: Position,
    reportedAt: string | null,
  ): void {
    if (this.#break) this.#done.push({ ...this.#break, toMs: atMs })
    this.#break = null
    const last = this.#points.at(-1)
    if (last && last.lat === lat && last.lng === lng && isSameStatus(last.status, status)) {
      last.lastMs = atMs
      last.lastReportedAt = reportedAt
    } else
      this.#points.push({
        atMs,
        lastMs: atMs,
        lat,
        lng,
        status,
        reportedAt,
        lastReportedAt: reportedAt,
      })
  }

  #interrupt(atMs: number, { reason, problem }: Pick<TrailBreak, 'reason' | 'problem'>): void {
    if (this.#break?.reason === reason && this.#break.problem === problem) {
      this.#break.toMs = atMs
      return
    }
    this.#endPoints()
    if (this.#break) this.#done.push({ ...this.#break, toMs: atMs })
    this.#break = { kind: 'break', fromMs: this.#lastMs ?? atMs, toMs: atMs, reason, problem }
  }

  #endPoints(): void {
    if (this.#points.length > 0) this.#done.push({ kind: 'points', points: this.#points })
    this.#points = []
  }
}
