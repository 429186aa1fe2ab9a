import type { AlertFacts, AlertRule, RuleSetting } from '@/lib/api/contract/alerts'
import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import type { Zone, ZoneCounts } from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'

/** An operator's id; null for the desk. */
export type Owner = string | null

/** A list of the home area, of a sweep that succeeded. */
export interface ObservedArea {
  readonly search: AreaSearch
  readonly vehicles: Iterable<LiveVehicle>
  /** Arrival of the list; milliseconds since the epoch. */
  readonly fetchedAtMs: number
  readonly mtimeServes: boolean
}

/** A watched vehicle as last read, in or out of the home area. */
export interface ObservedWatched {
  readonly id: string
  readonly our_ref: string | null
  readonly licence_plate: string | null
  /** The operators that watch it. */
  readonly owners: readonly Owner[]
  /** Null until one was read. */
  readonly report: WatchedReport | null
}

export interface WatchedReport {
  readonly status: string | null
  readonly mtime: string | null
  readonly position: Position | null
  /** Fields that came with another type: null here. */
  readonly unreadable?: readonly string[] | undefined
  readonly aheadSinceMs?: number | null | undefined
  /** False: the service no longer knows the vehicle. */
  readonly isKnown: boolean
  /** When this status was first read; null where it was so at the first reading. */
  readonly statusSinceMs?: number | null | undefined
  readonly readAtMs: number
}

export interface ObservedBooking {
  readonly key: string
  /** Its reference, or else its id. */
  readonly name: string | null
  readonly status: string | null
  readonly error: string | null
  readonly when: string | null
  readonly hasVehicle: boolean
  readonly bookedMs: number
  /** When its status last changed. */
  readonly changedMs: number
}

export interface ObservedService {
  /** Of the last call. */
  readonly failure: ProblemKind | null
}

export interface ObservedZone {
  readonly zone: Zone
  readonly counts: ZoneCounts
}

export interface PlacedVehicle {
  readonly vehicle: LiveVehicle
  /** Null outside of all zones. */
  readonly zone: Zone | null
}

/** The zones as counted in the list of the home area. */
export interface ObservedZones {
  /** Another one where any zone has changed. */
  readonly version: number
  readonly zones: readonly ObservedZone[]
  /** The vehicles with a position, each in one zone at most. */
  readonly placed: readonly PlacedVehicle[]
}

/** Findings of a node since its last observation; null or left out: nothing new. */
export interface Observation {
  readonly nowMs: number
  readonly area?: ObservedArea | null
  readonly watched?: readonly ObservedWatched[] | null
  readonly bookings?: readonly ObservedBooking[] | null
  readonly service?: ObservedService | null
  readonly zones?: ObservedZones | null
}

/** The reason of an alert, for as long as it holds. */
export interface Cause extends AlertFacts {
  readonly rule: AlertRule
  /**
   * Id of the vehicle or zone, or of both; key of the booking; empty for the service, and for
   * further causes of a rule.
   */
  readonly subject: string
  readonly sinceMs: number
  /** Whom it is for; null for all. */
  readonly owners: readonly Owner[] | null
  /** Further causes of the rule, by whom they are for; null of one cause. */
  readonly further: readonly FurtherCauses[] | null
}

export interface FurtherCauses {
  readonly owners: readonly Owner[] | null
  readonly count: number
}

/** One of the open alerts has this key; two of one cause never do. */
export function keyOf({ rule, subject }: { readonly rule: AlertRule; readonly subject: string }) {
  return `${rule} ${subject}`
}

/** Settings and state that rules need beside an observation. */
export interface RuleContext {
  readonly settingOf: (rule: AlertRule) => RuleSetting
  readonly classOf: (status: string | null) => StatusClass | null
  /** The alert that is open about it, if any. */
  readonly openOf: (rule: AlertRule, subject: string) => Cause | undefined
  /** Causes of all alerts that are open. */
  readonly open: Iterable<Cause>
}

const MINUTE_MS = 60_000

/**
 * A cause that was first seen long after its limit is no news: alerts of a vehicle that was parked
 * days ago would all open at the first start.
 */
const LATE_MS = 5 * MINUTE_MS

/** The rule's limit; null for one that is off. */
export function limitMs(context: RuleContext, rule: AlertRule): number | null {
  const { isOn, minutes } = context.settingOf(rule)
  return isOn ? (minutes ?? 0) * MINUTE_MS : null
}

/** Something that lasts, of a vehicle. */
export interface Lasting {
  readonly sinceMs: number
  readonly nowMs: number
  /** When this node first saw the vehicle. */
  readonly firstSeenMs: number
}

/** @param open the alert that says so already, if any */
export function isOverLimit(
  { sinceMs, nowMs, firstSeenMs }: Lasting,
  limit: number | null,
  open: () => Cause | undefined,
): boolean {
  // Not where its beginning is not known.
  const hasLasted = limit !== null && nowMs - sinceMs >= limit
  if (!hasLasted) return false
  return firstSeenMs - sinceMs < limit + LATE_MS || open() !== undefined
}

export const NO_FACTS: AlertFacts & Pick<Cause, 'further'> = {
  vehicle: null,
  booking: null,
  zone: null,
  detail: null,
  dueAtMs: null,
  further: null,
}

export function hasStatus(cause: Cause | undefined, status: string | null): cause is Cause {
  return cause !== undefined && isSameStatus(cause.detail, status)
}
