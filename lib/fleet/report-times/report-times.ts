import type { ObservedAnswer } from '@/lib/api/contract/answers'
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

/** Change of `mtime` since the reading before. `late`: to a time long before that reading. */
type Advance = 'same' | 'advanced' | 'late'

/** Whether `mtime` advanced in the last five of the ten minutes that a vehicle has stood. */
type Standing = 'reported' | 'silent' | undefined

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
    const hasMoved = isElsewhere && seen.position !== null && position !== null
    const advance = mtime === seen.mtime ? 'same' : advanceOf(seen, mtime)
    if (advance === 'advanced') seen.advances++
    seen.readings++
    const standing = standingOf(seen, isElsewhere, advance, atMs)
    const isEvidence = hasMoved || advance !== 'same' || seen.readings === 1 || standing
    if (isEvidence) this.#evidence.add(hasMoved, advance, standing, seen)
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

/** `auto`: as the service was seen to do. */
export type MtimeSetting = 'auto' | 'report' | 'record'

/**
 * Changes of position, or vehicles, that are evidence: a fleet of three has them after two sweeps.
 */
const FEWEST = 3
/** Changes that are evidence against what was seen before. */
const FEWEST_AGAINST = 20
/**
 * Share of changes, or of vehicles, from which `mtime` serves, and below which it no longer does.
 */
const BEGIN_SHARE = 0.8
const END_SHARE = 0.5
/**
 * The same for vehicles whose `mtime` advanced at all: that of many is not to be
 * the time of their last move.
 */
const BEGIN_SHARE_AT_ALL = 0.2
const END_SHARE_AT_ALL = 0.1

/**
 * Whether `mtime` can serve as the time of the last report, by what it was
 * seen to do (§2.2: not shown).
 */
export class MtimeEvidence {
  readonly #setting: MtimeSetting
  readonly #now: () => number
  readonly #counts = {
    changes: 0,
    advanced: 0,
    late: 0,
    vehicles: 0,
    once: 0,
    twice: 0,
    stood: 0,
    reported: 0,
  }
  #serves = false
  #firstMs = 0
  #lastMs = 0

  /** @param now milliseconds since the epoch */
  constructor(setting: MtimeSetting = 'auto', now: () => number = Date.now) {
    this.#setting = setting
    this.#now = now
  }

  /** Judged when it is read: in the middle of a list the figures are of some of its vehicles. */
  get serves(): boolean {
    this.#judge()
    return this.lastVerdict
  }

  /** As judged last, which does not change within a list. */
  get lastVerdict(): boolean {
    return this.#setting === 'auto' ? this.#serves : this.#setting === 'report'
  }

  /** A later reading of a vehicle, compared with the one before. */
  add(hasMoved: boolean, mtime: Advance, standing: Standing, { readings, advances }: Seen): void {
    const counts = this.#counts
    this.#lastMs = this.#now()
    this.#firstMs ||= this.#lastMs
    if (hasMoved) counts.changes++
    if (hasMoved && mtime !== 'same') counts.advanced++
    if (hasMoved && mtime === 'late') counts.late++
    if (readings === 1) counts.vehicles++
    if (standing) counts.stood++
    if (standing === 'reported') counts.reported++
    if (mtime === 'advanced' && advances === 1) counts.once++
    if (mtime === 'advanced' && advances === 2) counts.twice++
  }

  /** Takes over what another node saw, until this one has evidence. */
  adopt(serves: boolean): void {
    if (this.#counts.changes < FEWEST) this.#serves = serves
  }

  /** In figures; empty without evidence. */
  answers(): readonly ObservedAnswer[] {
    const { changes, advanced, late, vehicles, once } = this.#counts
    if (vehicles === 0) return []
    const answers: ObservedAnswer[] = []
    const add = (value: string, count: number) => {
      answers.push({
        value,
        kind: 'form',
        count,
        firstSeenAt: new Date(this.#firstMs).toISOString(),
        lastSeenAt: new Date(this.#lastMs).toISOString(),
      })
    }
    const verdict = this.serves ? 'yes' : 'no'
    const setting = this.#setting === 'auto' ? '' : ` (VEHICLE_MTIME=${this.#setting})`
    add(`mtime advanced with ${advanced} of ${changes} changes of position`, changes)
    if (late > 0) add('mtime advanced to a time more than ten minutes ago', late)
    add(`mtime advanced for ${once} of ${vehicles} vehicles`, vehicles)
    add(`taken as the time of the last report: ${verdict}${setting}`, vehicles)
    return answers
  }

  /** Turning back takes more evidence than the first verdict. */
  #judge(): void {
    const { changes, advanced, late, vehicles, once, twice, stood, reported } = this.#counts
    if (this.#serves && changes < FEWEST_AGAINST) return
    const share = this.#serves ? END_SHARE : BEGIN_SHARE
    const shareAtAll = this.#serves ? END_SHARE_AT_ALL : BEGIN_SHARE_AT_ALL
    const withMoves =
      changes >= FEWEST && advanced - late >= share * changes && once >= shareAtAll * vehicles
    const withoutMoves = vehicles >= FEWEST && twice >= share * vehicles
    // The time of the last move says nothing of vehicles that stand.
    const whileStanding = stood < FEWEST || reported >= shareAtAll * stood
    this.#serves = whileStanding && (withMoves || withoutMoves)
  }
}
