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
/** A list may lack a vehicle for a while; of one that is away longer nothing is compared. */
const UNLISTED_MS = 5 * 60_000

type LimitRule = 'zone-under' | 'zone-over'
type CrossingRule = 'zone-entered' | 'zone-left'

const LIMIT_RULES: readonly LimitRule[] = ['zone-under', 'zone-over']
const CROSSING_RULES: readonly CrossingRule[] = ['zone-entered', 'zone-left']

/** Where a vehicle was last seen. */
interface Placed {
  /** Null outside of all. */
  readonly zone: Zone | null
  readonly seenAtMs: number
}

/**
 * Rules about zones: beyond their limits, and vehicles that enter and leave them. A vehicle that is
 * no longer listed may be off duty: only one that is seen elsewhere has left.
 */
export function createZoneRules() {
  /** Since when zones are beyond their limits, by the key of the cause. */
  let beyondSinceMs = new Map<string, number>()
  /** By the ids of the vehicles. */
  let places = new Map<string, Placed>()
  /** Crossings that are news, by their keys. */
  let crossings = new Map<string, Cause>()
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

  /** Vehicles that are in another zone than when they were last seen. */
  function newCrossings(observed: ObservedZones, nowMs: number): Cause[] {
    const crossed: Cause[] = []
    const placed = comparablePlaces(observed.version, nowMs)
    for (const { vehicle, zone } of observed.placed) {
      const before = placed.get(vehicle.id)
      placed.set(vehicle.id, { zone, seenAtMs: nowMs })
      if (before === undefined || before.zone?.id === zone?.id) continue
      if (before.zone) crossed.push(crossing('zone-left', vehicle, before.zone, nowMs))
      if (zone) crossed.push(crossing('zone-entered', vehicle, zone, nowMs))
    }
    places = placed
    return crossed
  }

  function comparablePlaces(observedVersion: number, nowMs: number): Map<string, Placed> {
    const isSameVersion = version === observedVersion
    version = observedVersion
    // Another outline may hold another vehicle, which has not moved.
    if (!isSameVersion) return new Map()
    return new Map([...places].filter(([, { seenAtMs }]) => nowMs - seenAtMs < UNLISTED_MS))
  }

  function crossingCauses(
    observed: ObservedZones,
    context: RuleContext,
    nowMs: number,
  ): Iterable<Cause> {
    const rulesOn = CROSSING_RULES.filter((rule) => context.settingOf(rule).isOn)
    if (rulesOn.length === 0) {
      forgetCrossings()
      return []
    }
    const isNews = ({ rule, sinceMs }: Cause) =>
      isOneOf(rulesOn, rule) && nowMs - sinceMs < CROSSING_NEWS_MS
    const crossed = [
      ...crossings.values(),
      ...openCrossings(context),
      ...newCrossings(observed, nowMs),
    ]
    const zonesNow = new Map(observed.zones.map(({ zone }) => [zone.id, zone]))
    const news = crossed.filter(isNews).map((cause) => withZoneOf(cause, zonesNow))
    crossings = new Map(news.map((cause) => [keyOf(cause), cause]))
    return crossings.values()
  }

  function forgetCrossings(): void {
    places = new Map()
    crossings = new Map()
    version = null
  }

  return {
    *causes(observed: ObservedZones, context: RuleContext, nowMs: number): Generator<Cause> {
      yield* limitCauses(observed.zones, context, nowMs)
      yield* crossingCauses(observed, context, nowMs)
    },
    reset(): void {
      beyondSinceMs = new Map()
      forgetCrossings()
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

/** Crossings that other nodes, and this one before a restart, have seen. */
function openCrossings({ open }: RuleContext): Cause[] {
  return [...open].filter(({ rule, further }) => isOneOf(CROSSING_RULES, rule) && further === null)
}

function isOneOf(rules: readonly AlertRule[], rule: AlertRule): boolean {
  return rules.includes(rule)
}

/** As the zone is called and drawn now; one that is gone keeps its facts. */
function withZoneOf(cause: Cause, zones: ReadonlyMap<string, Zone>): Cause {
  const zone = cause.zone && zones.get(cause.zone.id)
  return zone ? { ...cause, zone: factsOf(zone) } : cause
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
