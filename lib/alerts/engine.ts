import type { AlertRule, RuleSettings } from '@/lib/api/contract/alerts'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import { BOOKING_RULES, bookingCauses } from './booking-rules'
import { type Causes, type Decision, decide } from './decision'
import {
  type Cause,
  keyOf,
  type Observation,
  type ObservedArea,
  type RuleContext,
} from './observation'
import { createServiceRule } from './service-rule'
import { createVehicleRules } from './vehicle-rules'
import { createWatchedRules, type HomeList } from './watched-rules'
import { createZoneRules } from './zone-rules'

/** Causes come from one source each; `silent` from two, of which the first list decides. */
const SOURCES = {
  area: ['standing-busy', 'standing-free', 'silent'],
  watched: ['watched-free', 'watched-status', 'watched-left', 'watched-gone'],
  bookings: BOOKING_RULES,
  service: ['service'],
  zones: ['zone-under', 'zone-over', 'zone-entered', 'zone-left'],
} as const satisfies Record<string, readonly AlertRule[]>

type Source = keyof typeof SOURCES

export interface EngineOptions {
  readonly settings: () => RuleSettings
  /** Meaning of a vehicle's status; null for none and for an unknown word. */
  readonly classOf: (status: string | null) => StatusClass | null
  /** Of pick-up times without one; that of the process by default. */
  readonly zone?: string
}

/** Decides by the rules which alerts begin and end; it knows no clock, store or service. */
export function createEngine({ settings, classOf, zone }: EngineOptions) {
  const vehicleRules = createVehicleRules()
  const watchedRules = createWatchedRules()
  const zoneRules = createZoneRules()
  const serviceRule = createServiceRule()
  /** Causes that hold, by their source; a source that was not observed yet is missing. */
  const causes = new Map<Source, readonly Cause[]>()
  let home: HomeList | null = null
  let mtimeServes = false

  function contextOf(open: Causes): RuleContext {
    const rules = settings()
    return {
      settingOf: (rule) => rules[rule],
      classOf,
      openOf: (rule, subject) => open.get(keyOf({ rule, subject })),
      open: open.values(),
    }
  }

  function observeHome(area: ObservedArea, context: RuleContext): void {
    const ids = new Set<string>()
    const vehicles = noted(area.vehicles, ids)
    causes.set('area', vehicleRules.causes({ ...area, vehicles }, context))
    if (home && !isSameSearch(home.search, area.search)) watchedRules.forgetHome()
    home = { search: area.search, ids }
    mtimeServes = area.mtimeServes
  }

  /** The causes of each source that was observed replace its earlier ones. */
  function renewCauses(observation: Observation, context: RuleContext): void {
    const { nowMs, area, watched, bookings, service, zones } = observation
    // First, since those of watched vehicles depend on the home area.
    if (area) observeHome(area, context)
    if (watched)
      causes.set('watched', [...watchedRules.causes(watched, home, mtimeServes, context, nowMs)])
    if (bookings) causes.set('bookings', [...bookingCauses(bookings, context, nowMs, zone)])
    if (service) causes.set('service', serviceRule.causes(service, context, nowMs))
    if (zones) causes.set('zones', [...zoneRules.causes(zones, context, nowMs)])
  }

  function isObserved(rule: AlertRule): boolean {
    const observed = [...causes.keys()]
    return observed.some((source) => {
      const rules: readonly AlertRule[] = SOURCES[source]
      return rules.includes(rule)
    })
  }

  return {
    /** @param open the causes of the alerts that are open, by their keys */
    observe(observation: Observation, open: Causes): Decision {
      renewCauses(observation, contextOf(open))
      const holding = new Map([...causes.values()].flat().map((cause) => [keyOf(cause), cause]))
      return decide(holding, open, isObserved, observation.nowMs)
    },
    /** Forgets what was observed: another node has decided meanwhile. */
    reset(): void {
      vehicleRules.reset()
      watchedRules.reset()
      zoneRules.reset()
      serviceRule.reset()
      causes.clear()
      home = null
    },
  }
}

function isSameSearch(a: AreaSearch, b: AreaSearch): boolean {
  const isSamePlace = a.position.lat === b.position.lat && a.position.lng === b.position.lng
  return isSamePlace && a.radius === b.radius && a.type === b.type
}

/** The vehicles, whose ids are added to a set as they pass. */
function* noted<V extends { readonly id: string }>(
  vehicles: Iterable<V>,
  ids: Set<string>,
): Generator<V> {
  for (const vehicle of vehicles) {
    ids.add(vehicle.id)
    yield vehicle
  }
}
