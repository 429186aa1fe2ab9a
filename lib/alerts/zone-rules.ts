import type { AlertRule, AlertZone } from '@/lib/api/contract/alerts'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Zone } from '@/lib/api/contract/zones'
import { beyondLimit } from '@/lib/format/zone-limits'
import { middleOf, reachOf } from '@/lib/zones/shapes/geometry'
import {
  type Cause,
  keyOf,
  limitMs,
  NO_FACTS,
  type ObservedZone,
  type ObservedZones,
  type RuleContext,
} from './observation'
import { alertVehicleOf } from './vehicle-rules'

/** That a vehicle entered or left a zone is news for this long. */
const CROSSING_NEWS_MS = 5 * 60_000

type LimitRule = 'zone-under' | 'zone-over'
type CrossingRule = 'zone-entered' | 'zone-left'

const LIMIT_RULES: readonly LimitRule[] = ['zone-under', 'zone-over']

/** Rules about zones: beyond their limits, and vehicles that enter and leave them. */
export function createZoneRules() {
  /** Since when zones are beyond their limits, by the key of the cause. */
  let beyondSinceMs = new Map<string, number>()
  /** Zones of the vehicles, by their ids; null outside of all. */
  let zoneOf = new Map<string, Zone | null>()
  let version: number | null = null

  function* limitCauses(
    zones: readonly ObservedZone[],
    context: RuleContext,
    nowMs: number,
  ): Generator<Cause> {
    const listed = new Map<string, number>()
    for (const observed of zones) {
      const { zone } = observed
      for (const rule of LIMIT_RULES) {
        const key = keyOf({ rule, subject: zone.id })
        // After a restart, an alert that is open says more than this node has seen.
        const before = beyondSinceMs.get(key) ?? context.openOf(rule, zone.id)?.sinceMs
        // While that is not known, it is as it was.
        const isStill = isBeyond(rule, observed) ?? before !== undefined
        if (!isStill) continue
        const sinceMs = before ?? nowMs
        listed.set(key, sinceMs)
        const limit = limitMs(context, rule)
        if (limit !== null && nowMs - sinceMs >= limit)
          yield { ...NO_FACTS, rule, subject: zone.id, sinceMs, owners: null, zone: factsOf(zone) }
      }
    }
    beyondSinceMs = listed
  }

  function* crossingCauses(
    observed: ObservedZones,
    context: RuleContext,
    nowMs: number,
  ): Generator<Cause> {
    const isOn = (rule: AlertRule) => context.settingOf(rule).isOn
    if (!isOn('zone-entered') && !isOn('zone-left')) {
      version = null
      zoneOf = new Map()
      return
    }
    // Another outline may hold another vehicle, which has not moved.
    const isComparable = version === observed.version
    version = observed.version
    const placed = new Map<string, Zone | null>()
    for (const { vehicle, zone } of observed.placed) {
      const before = isComparable ? zoneOf.get(vehicle.id) : undefined
      placed.set(vehicle.id, zone)
      if (before === undefined || before?.id === zone?.id) continue
      if (before && isOn('zone-left')) yield crossing('zone-left', vehicle, before, nowMs)
      if (zone && isOn('zone-entered')) yield crossing('zone-entered', vehicle, zone, nowMs)
    }
    zoneOf = placed
    // An open alert is all that is kept of a crossing, for every node.
    for (const cause of context.open) {
      const isCrossing = cause.rule === 'zone-entered' || cause.rule === 'zone-left'
      const isNews = isCrossing && nowMs - cause.sinceMs < CROSSING_NEWS_MS
      if (isNews && isOn(cause.rule)) yield cause
    }
  }

  return {
    *causes(observed: ObservedZones, context: RuleContext, nowMs: number): Generator<Cause> {
      yield* limitCauses(observed.zones, context, nowMs)
      yield* crossingCauses(observed, context, nowMs)
    },
    reset(): void {
      beyondSinceMs = new Map()
      zoneOf = new Map()
      version = null
    },
  }
}

/** Null where the count may be too low to tell. */
function isBeyond(rule: LimitRule, { zone, counts }: ObservedZone): boolean | null {
  // Before the first list of the home area, as after a restart.
  if (counts.reading === 'none') return null
  const side = rule === 'zone-under' ? 'under' : 'over'
  const limit = rule === 'zone-under' ? zone.fewestFree : zone.mostFree
  if (limit === null) return false
  if (beyondLimit(zone, counts)?.side === side) return true
  const hasEnough = side === 'under' && counts.free >= limit
  return counts.reading === 'part' && !hasEnough ? null : false
}

function crossing(rule: CrossingRule, vehicle: LiveVehicle, zone: Zone, sinceMs: number): Cause {
  return {
    ...NO_FACTS,
    rule,
    subject: `${vehicle.id} ${zone.id}`,
    sinceMs,
    owners: null,
    vehicle: alertVehicleOf(vehicle),
    zone: factsOf(zone),
  }
}

const zoneFacts = new WeakMap<Zone, AlertZone>()

/** The same object for a zone, since the distances to all its points are compared. */
function factsOf(zone: Zone): AlertZone {
  const before = zoneFacts.get(zone)
  if (before) return before
  const { id, name, shape } = zone
  const facts = { id, name, middle: middleOf(shape), reach: Math.round(reachOf(shape)) }
  zoneFacts.set(zone, facts)
  return facts
}
