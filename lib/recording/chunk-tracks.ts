import type { Changes, DirectoryEntry, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import type { Position } from '@/lib/interface/resources'
import { isSameStatus, reportedStatus } from '@/lib/interface/statuses'
import { inflateEvents, parseChanges, parseHead } from '@/lib/live/streaming/event'
import { finish, type Steps } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'

/** The part of a segment that is read. */
interface StoredList {
  readonly atMs: number
  readonly body: Uint8Array
}

export interface ChunkQuestion {
  /** Its lists, of which the first one is a key. */
  readonly lists: readonly StoredList[]
  /** From the last list until this time, or else the first one, up to the other. */
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
  const table = new VehicleTable()
  const unshared = new Set<number>()
  const followed = new Map<string, FollowedVehicle>()
  const absent = new FollowedVehicle(null)
  if (only !== null) followed.set(only, new FollowedVehicle(null))
  const first = Math.max(
    0,
    lists.findLastIndex(({ atMs }) => atMs <= fromMs),
  )
  const texts = lists.map(({ body }) => inflateEvents(body))
  // Where no list has the vehicle, they need not be read.
  const isIn = only === null || texts.flat().some((text) => holdsVehicle(text, only))

  let intervalMs = Number.POSITIVE_INFINITY
  for (const [n, { atMs }] of lists.entries()) {
    if (n > first && atMs > toMs) break
    const textsOfList = texts[n] as string[]
    const { meta } = isIn
      ? finish(applyTexts(table, unshared, textsOfList))
      : parseHead(textsOfList.at(-1) ?? '')
    if (n < first) continue
    if (meta.failure === null) intervalMs = Math.min(intervalMs, meta.intervalMs)
    if (only === null) followNew(table, followed, absent)
    for (const [id, vehicle] of followed) vehicle.add(atMs, meta, table.get(id))
    absent.add(atMs, meta, undefined)
  }

  const tracks = [...followed].map(([id, vehicle]) => ({
    id,
    directory: vehicle.directory,
    parts: vehicle.finish(),
  }))
  return { tracks, absent: absent.finish(), intervalMs }
}

function holdsVehicle(text: string, id: string): boolean {
  return text.includes(`"id":${JSON.stringify(id)}`)
}

function followNew(
  table: VehicleTable,
  followed: Map<string, FollowedVehicle>,
  absent: FollowedVehicle,
): void {
  for (const { id } of table.vehicles()) {
    if (!followed.has(id)) followed.set(id, new FollowedVehicle(absent))
  }
}

/**
 * Applies a key or a frame to the list before it.
 * @param unshared slots of records that only this table has
 * @returns the last part of its changes
 * @throws where it is damaged or does not follow
 */
export const applySegment = (
  table: VehicleTable,
  unshared: Set<number>,
  body: Uint8Array,
): Steps<Changes> => applyTexts(table, unshared, inflateEvents(body))

function* applyTexts(
  table: VehicleTable,
  unshared: Set<number>,
  texts: readonly string[],
): Steps<Changes> {
  let last: Changes | null = null
  for (const text of texts) {
    last = parseChanges(text)
    yield* table.apply(last, unshared)
    yield
  }
  if (!last || last.isPart) throw new Error('a list without its last part')
  return last
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** Why a vehicle's place is not known. */
interface BreakCause {
  readonly reason: TrailBreak['reason']
  readonly problem: TrailBreak['problem']
}

/**
 * Points and breaks of a vehicle in the order of the lists; each begins where the one before ends.
 */
class FollowedVehicle {
  directory: DirectoryEntry | null = null
  readonly #done: TrailPart[] = []
  #points: Mutable<TrailPoint>[] = []
  #break: Mutable<TrailBreak> | null = null
  #lastMs: number | null = null

  /** @param before what is known of it so far: a break at most */
  constructor(before: FollowedVehicle | null) {
    if (!before) return
    this.#done.push(...before.#done)
    this.#break = before.#break && { ...before.#break }
    this.#lastMs = before.#lastMs
  }

  add(atMs: number, { failure, mtimeServes }: LiveMeta, record: LiveVehicle | undefined): void {
    this.directory = record?.directory ?? this.directory
    const isListed = record && typeof record.unconfirmedSinceMs !== 'number'
    if (failure) {
      this.#interrupt(atMs, { reason: 'service', problem: failure.kind })
    } else if (!isListed) {
      this.#interrupt(atMs, { reason: 'absent', problem: null })
    } else if (!record.position) {
      this.#interrupt(atMs, { reason: 'no-position', problem: null })
    } else {
      const reportedAt = mtimeServes ? record.mtime : null
      this.#addPoint(atMs, record.position, reportedStatus(record), reportedAt)
    }
    this.#lastMs = atMs
  }

  finish(): TrailPart[] {
    this.#endPoints()
    if (this.#break) this.#done.push(this.#break)
    return this.#done
  }

  #addPoint(
    atMs: number,
    { lat, lng }: Position,
    status: string | null,
    reportedAt: string | null,
  ): void {
    if (this.#break) this.#done.push({ ...this.#break, toMs: atMs })
    this.#break = null
    const last = this.#points.at(-1)
    const isSamePlace = last?.lat === lat && last.lng === lng
    if (last && isSamePlace && isSameStatus(last.status, status)) {
      last.lastMs = atMs
      last.lastReportedAt = reportedAt
      return
    }
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

  #interrupt(atMs: number, { reason, problem }: BreakCause): void {
    if (this.#break?.reason === reason && this.#break.problem === problem) {
      this.#break.toMs = atMs
      return
    }
    this.#endPoints()
    // Its end is the last list that it is the reason of, where the new one begins.
    const before = this.#break
    if (before && before.toMs > before.fromMs) this.#done.push(before)
    this.#break = { kind: 'break', fromMs: this.#lastMs ?? atMs, toMs: atMs, reason, problem }
  }

  #endPoints(): void {
    if (this.#points.length > 0) this.#done.push({ kind: 'points', points: this.#points })
    this.#points = []
  }
}
