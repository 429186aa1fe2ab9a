import type { LiveVehicle, StatusSince, VehicleTimes } from '@/lib/api/contract/live'
import {
  aheadSince,
  modifiedMs,
  OLD_REPORT_MS,
  type ReportedTime,
  reportedAt,
  STANDING_GAP_MS,
} from '@/lib/api/contract/live'
import { isSamePlace } from '@/lib/interface/geometry'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { isSameValue } from '@/lib/interface/values'
import { roundPosition } from '@/lib/vehicles/vehicle-table'
import type { Advance, MtimeEvidence, Standing } from './mtime-evidence'

/** When position and status changed, and an `mtime` ahead of the clock was first seen. */
interface ChangeTimes {
  readonly changedSince: StatusSince
  /** Null until it has stood for a while, without a position, and while it does not report. */
  readonly standsSince: StatusSince | null
  readonly aheadSinceMs: number | null
}

interface Seen {
  position: VehicleSearchObject['position']
  status: VehicleSearchObject['status']
  mtime: VehicleSearchObject['mtime']
  seenAtMs: number
  changedSince: StatusSince
  /** Where it came to stand; null without a position. */
  place: VehicleSearchObject['position']
  placeSince: StatusSince
  standsSince: StatusSince | null
  aheadSinceMs: number | null
  /** Readings after the first. */
  readings: number
  /** Readings with an advanced `mtime`. */
  advances: number
  standsSinceMs: number
  hasReportedStanding: boolean
  isStandingCounted: boolean
}

/** About 200 bytes each. */
const VEHICLES_MAXIMUM = 200_000
/** A vehicle that was not seen for longer is a new one. */
const KEPT_MS = 10 * 60_000
const FORGET_INTERVAL_MS = 60_000
/** An `mtime` that is older than the reading before by more was written by another clock. */
const LATE_MS = 10 * 60_000
/**
 * A vehicle at one place for this long stands; of one that has just stopped,
 * the last move was reported.
 */
const STANDS_MS = 10 * 60_000
const STOPPED_MS = 5 * 60_000
/** A shorter stop, as at a traffic light, is no standstill. */
const STANDSTILL_MS = 60_000

/** When vehicles changed, and how their `mtime` behaves, as this node sees it. In memory. */
export class ReportTimes {
  readonly #evidence: MtimeEvidence
  readonly #vehicles = new Map<string, Seen>()
  #forgotAtMs = Number.NEGATIVE_INFINITY

  constructor(evidence: MtimeEvidence) {
    this.#evidence = evidence
  }

  get mtimeServes(): boolean {
    return this.#evidence.serves
  }

  /** Takes over what the node that swept saw. */
  adopt(mtimeServes: boolean | undefined): void {
    if (mtimeServes !== undefined) this.#evidence.adopt(mtimeServes)
  }

  /**
   * @param atMs when it arrived from the service; milliseconds since the epoch
   * @param listed the vehicle in the area's list, which another node may have made
   */
  observe(record: VehicleSearchObject, atMs: number, listed?: LiveVehicle): ChangeTimes {
    this.#forget(atMs)
    const { id, position, status, mtime } = record
    const seen = this.#vehicles.get(id)
    if (!seen || Math.abs(atMs - seen.seenAtMs) > KEPT_MS) return this.#begin(record, atMs, listed)
    // The same answer, or another one was read meanwhile.
    if (atMs <= seen.seenAtMs) return { ...seen, aheadSinceMs: aheadSince(mtime, atMs, seen) }
    const isElsewhere = !isSameValue(seen.position, position)
    this.#addEvidence(seen, record, isElsewhere, atMs)
    if (isElsewhere || !isSameStatus(status, seen.status)) {
      seen.changedSince = { atMs, isBeginning: true }
    }
    const { place } = seen
    if (isElsewhere) notePlace(seen, position, atMs)
    const aheadSinceMs = aheadSince(mtime, atMs, seen)
    const isSilent = this.#isSilent({ mtime, aheadSinceMs }, atMs)
    const reportsAgain = !isSilent && this.#isSilent(seen, seen.seenAtMs)
    const silentMs = this.#reportedAt({ mtime, aheadSinceMs }) - this.#reportedAt(seen)
    // Where it was while it did not report for long is not known.
    if (reportsAgain && (seen.place !== place || silentMs > STANDING_GAP_MS))
      seen.placeSince = { atMs, isBeginning: false }
    seen.standsSince = isSilent ? null : standsSince(seen, atMs)
    return Object.assign(seen, { position, status, mtime, aheadSinceMs, seenAtMs: atMs })
  }

  /** Counts how `mtime` changed since the reading before. */
  #addEvidence(
    seen: Seen,
    { position, mtime }: VehicleSearchObject,
    isElsewhere: boolean,
    atMs: number,
  ): void {
    const advance = mtime === seen.mtime ? 'same' : advanceOf(seen, mtime)
    if (advance === 'advanced') seen.advances++
    seen.readings++
    const hasMoved = isElsewhere && seen.position !== null && position !== null
    const standing = standingOf(seen, isElsewhere, advance, atMs)
    // Most readings show nothing new.
    const isEvidence = hasMoved || advance !== 'same' || seen.readings === 1 || standing
    if (!isEvidence) return
    const { readings, advances } = seen
    this.#evidence.add({ hasMoved, advance, standing, readings, advances })
  }

  /** Whether the last report is too old to say where a vehicle is. */
  #isSilent(times: ReportedTime, atMs: number): boolean {
    return atMs - this.#reportedAt(times) >= OLD_REPORT_MS
  }

  #reportedAt(times: ReportedTime): number {
    return reportedAt(times, { mtimeServes: this.#evidence.lastVerdict })
  }

  /** As `observe`, for the answer of a single record. */
  read(record: VehicleSearchObject, atMs: number): ChangeTimes & VehicleTimes {
    const position = record.position && roundPosition(record.position)
    const { changedSince, standsSince, aheadSinceMs } = this.observe({ ...record, position }, atMs)
    return { changedSince, standsSince, aheadSinceMs, mtimeServes: this.mtimeServes }
  }

  #begin(
    { id, position, status, mtime }: VehicleSearchObject,
    atMs: number,
    listed?: LiveVehicle,
  ): ChangeTimes {
    const isSame =
      listed && isSameStatus(listed.status, status) && isSameValue(listed.position, position)
    const isBeginning = listed !== undefined && !isSame
    const placeSince = placeSinceOf(position, atMs, listed)
    const aheadSinceMs = aheadSince(mtime, atMs, listed)
    const isSilent = this.#isSilent({ mtime, aheadSinceMs }, atMs)
    const seen: Seen = {
      position,
      status,
      mtime,
      seenAtMs: atMs,
      changedSince: (isSame && listed.changedSince) || { atMs, isBeginning },
      place: position,
      placeSince,
      standsSince: isSilent ? null : standsSince({ place: position, placeSince }, atMs),
      aheadSinceMs,
      readings: 0,
      advances: 0,
      standsSinceMs: atMs,
      hasReportedStanding: false,
      isStandingCounted: false,
    }
    const hasRoom = this.#vehicles.size < VEHICLES_MAXIMUM || this.#vehicles.has(id)
    if (hasRoom) this.#vehicles.set(id, seen)
    return seen
  }

  #forget(nowMs: number): void {
    // The clock may have been set back.
    if (Math.abs(nowMs - this.#forgotAtMs) < FORGET_INTERVAL_MS) return
    this.#forgotAtMs = nowMs
    for (const [id, { seenAtMs }] of this.#vehicles) {
      if (Math.abs(nowMs - seenAtMs) > KEPT_MS) this.#vehicles.delete(id)
    }
  }
}

/** Notes where a vehicle is now, unless it is within the same place. */
function notePlace(seen: Seen, position: Seen['position'], atMs: number): void {
  if (seen.place && position && isSamePlace(seen.place, position)) return
  seen.placeSince = { atMs, isBeginning: seen.place !== null }
  seen.place = position
}

/** @param listed as another node may have listed it, which knows since when it stands */
function placeSinceOf(position: Seen['position'], atMs: number, listed?: LiveVehicle): StatusSince {
  const before = listed?.position
  const isThere = before && position && isSamePlace(before, position)
  if (isThere && listed.standsSince) return listed.standsSince
  const hasMoved = before !== undefined && before !== null && !isThere
  return { atMs, isBeginning: hasMoved }
}

function standsSince(
  { place, placeSince }: Pick<Seen, 'place' | 'placeSince'>,
  atMs: number,
): StatusSince | null {
  const hasStood = atMs - placeSince.atMs >= STANDSTILL_MS
  return place && hasStood ? placeSince : null
}

/** How a vehicle reported while it stood; once for each vehicle. */
function standingOf(seen: Seen, isElsewhere: boolean, advance: Advance, atMs: number): Standing {
  if (isElsewhere) {
    seen.standsSinceMs = atMs
    seen.hasReportedStanding = false
  }
  const standsMs = atMs - seen.standsSinceMs
  if (standsMs >= STOPPED_MS && advance === 'advanced') seen.hasReportedStanding = true
  if (standsMs < STANDS_MS || seen.isStandingCounted) return undefined
  seen.isStandingCounted = true
  return seen.hasReportedStanding ? 'reported' : 'silent'
}

function advanceOf(seen: Seen, mtime: string | null): Advance {
  const ms = modifiedMs(mtime)
  if (!(ms > modifiedMs(seen.mtime))) return 'same'
  return ms < seen.seenAtMs - LATE_MS ? 'late' : 'advanced'
}
