import type { AlertVehicle } from '@/lib/api/contract/alerts'
import {
  type LiveVehicle,
  OLD_REPORT_MS,
  reportedAt,
  STANDING_GAP_MS,
} from '@/lib/api/contract/live'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import { isSamePlace } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import {
  type Cause,
  isOverLimit,
  limitMs,
  NO_FACTS,
  type ObservedArea,
  type RuleContext,
} from './observation'

/** Since when a vehicle is at a place with a status of one class. */
interface Stand {
  readonly position: Position
  readonly of: StatusClass
  readonly sinceMs: number
}

interface Known {
  readonly firstSeenMs: number
  /** NaN where it is not known. */
  readonly reportedMs: number
  /** Whether that is too long ago to say where it is. */
  readonly isOld: boolean
  /** Null without a position. */
  readonly stand: Stand | null
}

/** Vehicles at work: of the others silence and standing are no news. */
function isAtWork(of: StatusClass | null): of is 'free' | 'busy' | 'promised' {
  return of === 'free' || of === 'busy' || of === 'promised'
}

type StandingRule = 'standing-busy' | 'standing-free'

/** One that is promised waits for its customer. */
function standingRule(of: StatusClass): StandingRule | null {
  if (of === 'busy') return 'standing-busy'
  return of === 'free' ? 'standing-free' : null
}

/** Rules about vehicles of the home area: standing still, and silent. */
export function createVehicleRules() {
  let known = new Map<string, Known>()

  return {
    causes(area: ObservedArea, context: RuleContext): readonly Cause[] {
      const { fetchedAtMs } = area
      const causes: Cause[] = []
      const listed = new Map<string, Known>()
      for (const vehicle of area.vehicles) {
        const of = context.classOf(vehicle.status)
        if (!isAtWork(of)) continue
        const before = known.get(vehicle.id)
        const reportedMs = reportedAt(vehicle, area)
        const isOld = fetchedAtMs - reportedMs >= OLD_REPORT_MS
        // Where it was while it did not report for long is not known.
        const silentMs = before ? reportedMs - before.reportedMs : 0
        const wasAway = before?.isOld === true && !isOld && silentMs > STANDING_GAP_MS
        const now: Known = {
          firstSeenMs: before?.firstSeenMs ?? fetchedAtMs,
          reportedMs,
          isOld,
          stand: before
            ? standAfter(wasAway ? null : before.stand, vehicle, of, fetchedAtMs)
            : firstStand(vehicle, of, fetchedAtMs, context),
        }
        listed.set(vehicle.id, now)
        const cause = causeAt(vehicle, of, area, now, context)
        if (cause) causes.push(cause)
      }
      known = listed
      return causes
    },
    reset(): void {
      known = new Map()
    },
  }
}

/** Silent or standing, not both. */
function causeAt(
  vehicle: LiveVehicle,
  of: StatusClass,
  { fetchedAtMs: nowMs, mtimeServes }: ObservedArea,
  { firstSeenMs, reportedMs, isOld, stand }: Known,
  context: RuleContext,
): Cause | null {
  const silentMs = limitMs(context, 'silent')
  const silent = { sinceMs: reportedMs, nowMs, firstSeenMs }
  const isSilent = isOverLimit(silent, silentMs, () => context.openOf('silent', vehicle.id))
  if (isSilent) return causeOf('silent', vehicle, reportedMs)
  // After a restart it is not known yet whether the time of a report says so.
  const open = mtimeServes ? undefined : context.openOf('silent', vehicle.id)
  if (open && silentMs !== null) return { ...open, owners: null }

  const rule = standingRule(of)
  if (rule === null || stand === null || isOld) return null
  const { sinceMs, position } = stand
  const standing = { sinceMs, nowMs, firstSeenMs }
  const limit = limitMs(context, rule)
  const isStanding = isOverLimit(standing, limit, () => context.openOf(rule, vehicle.id))
  return isStanding ? causeOf(rule, { ...vehicle, position }, sinceMs) : null
}

/** @param before null where the vehicle's place was not known */
function standAfter(
  before: Stand | null,
  { position }: LiveVehicle,
  of: StatusClass,
  atMs: number,
): Stand | null {
  if (!position) return null
  const isSame = before !== null && before.of === of && isSamePlace(before.position, position)
  return isSame ? before : { position, of, sinceMs: atMs }
}

function firstStand(
  { id, position, changedSince }: LiveVehicle,
  of: StatusClass,
  atMs: number,
  { openOf }: RuleContext,
): Stand | null {
  if (!position) return null
  // After a restart, an alert that is open says more than this node has seen.
  const rule = standingRule(of)
  const open = rule === null ? undefined : openOf(rule, id)
  const opened = open?.vehicle?.position
  if (open && opened && isSamePlace(opened, position))
    return { position: opened, of, sinceMs: open.sinceMs }
  return { position, of, sinceMs: Math.min(atMs, changedSince?.atMs ?? atMs) }
}

function causeOf(rule: Cause['rule'], vehicle: LiveVehicle, sinceMs: number): Cause {
  return {
    ...NO_FACTS,
    rule,
    subject: vehicle.id,
    sinceMs,
    owners: null,
    detail: vehicle.status,
    vehicle: alertVehicleOf(vehicle),
  }
}

export function alertVehicleOf({ id, position, directory }: LiveVehicle): AlertVehicle {
  return {
    id,
    position,
    our_ref: directory?.our_ref ?? null,
    licence_plate: directory?.licence_plate ?? null,
  }
}
