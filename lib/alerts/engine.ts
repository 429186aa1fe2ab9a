import type { AlertRule, RuleSettings } from '@/lib/api/contract/alerts'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import { bookingCauses } from './booking-rules'
import {
  type Cause,
  type FurtherCauses,
  keyOf,
  limitMs,
  NO_FACTS,
  type Observation,
  type Owner,
  type RuleContext,
} from './observation'
import { createVehicleRules } from './vehicle-rules'
import { createWatchedRules, type HomeList } from './watched-rules'
import { createZoneRules } from './zone-rules'

/** Causes come from one source each; `silent` from two, of which the first list decides. */
const SOURCES = {
  area: ['standing-busy', 'standing-free', 'silent'],
  watched: ['watched-free', 'watched-status', 'watched-left', 'watched-gone'],
  bookings: ['booking-failed', 'booking-due'],
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

/** A fleet that falls silent at once must flood neither the store nor the pages. */
export const OPEN_OF_RULE_MAXIMUM = 50

/** Alerts to open and to close. */
export interface Decision {
  readonly opened: readonly Cause[]
  /** Keys of causes that no longer hold. */
  readonly closed: readonly string[]
  /** Causes of open alerts that are for other operators now, or of a zone that has changed. */
  readonly changed: readonly Cause[]
}

/** Failures that say nothing of an outage: they neither open nor close an alert. */
const PATIENT: ReadonlySet<ProblemKind> = new Set(['rate-limited'])

/** Decides by the rules which alerts begin and end; it knows no clock, store or service. */
export function createEngine({ settings, classOf, zone }: EngineOptions) {
  const vehicleRules = createVehicleRules()
  const watchedRules = createWatchedRules()
  const zoneRules = createZoneRules()
  /** Causes that hold, by their source; a source that was not observed yet is missing. */
  const causes = new Map<Source, readonly Cause[]>()
  let home: HomeList | null = null
  let mtimeServes = false
  let failingSinceMs: number | null = null

  function serviceCauses(
    failure: ProblemKind | null,
    context: RuleContext,
    nowMs: number,
  ): readonly Cause[] {
    const open = context.openOf('service', '')
    const limit = limitMs(context, 'service')
    if (failure !== null && PATIENT.has(failure)) {
      failingSinceMs = open?.sinceMs ?? null
      return open && limit !== null ? [open] : []
    }
    if (failure === null) {
      failingSinceMs = null
      return []
    }
    failingSinceMs ??= open?.sinceMs ?? nowMs
    if (limit === null || nowMs - failingSinceMs < limit) return []
    return [
      {
        ...NO_FACTS,
        rule: 'service',
        subject: '',
        sinceMs: failingSinceMs,
        owners: null,
        detail: failure,
      },
    ]
  }

  function isDecided(rule: AlertRule): boolean {
    const sources = Object.keys(SOURCES) as Source[]
    return sources.some((source) => {
      const rules: readonly AlertRule[] = SOURCES[source]
      return causes.has(source) && rules.includes(rule)
    })
  }

  return {
    /** @param open the causes of the alerts that are open, by their keys */
    observe(observation: Observation, open: ReadonlyMap<string, Cause>): Decision {
      const { nowMs, area, watched, bookings, service, zones } = observation
      const rules = settings()
      const context: RuleContext = {
        settingOf: (rule) => rules[rule],
        classOf,
        openOf: (rule, subject) => open.get(keyOf({ rule, subject })),
        open: open.values(),
      }
      if (area) {
        const listed = new Set<string>()
        const vehicles = noted(area.vehicles, listed)
        causes.set('area', vehicleRules.causes({ ...area, vehicles }, context))
        if (home && !isSameSearch(home.search, area.search)) watchedRules.forgetHome()
        home = { search: area.search, ids: listed }
        mtimeServes = area.mtimeServes
      }
      if (watched)
        causes.set('watched', [...watchedRules.causes(watched, home, mtimeServes, context, nowMs)])
      if (bookings) causes.set('bookings', [...bookingCauses(bookings, context, nowMs, zone)])
      if (service) causes.set('service', serviceCauses(service.failure, context, nowMs))
      if (zones) causes.set('zones', [...zoneRules.causes(zones, context, nowMs)])

      const holding = new Map([...causes.values()].flat().map((cause) => [keyOf(cause), cause]))
      const begun = [...holding.values()].filter((cause) => !open.has(keyOf(cause)))
      const remaining = [...open].filter(
        ([key, { rule, further }]) => further === null && (holding.has(key) || !isDecided(rule)),
      )
      const { opened, beyond } = withinLimit(
        begun,
        remaining.map(([, cause]) => cause),
      )
      for (const further of furtherCauses(beyond, open, nowMs)) {
        const key = keyOf(further)
        holding.set(key, further)
        if (!open.has(key)) opened.push(further)
      }
      const ended = [...open].filter(([key, { rule }]) => !holding.has(key) && isDecided(rule))
      const changed = [...holding.values()].filter((cause) => {
        const before = open.get(keyOf(cause))
        return before !== undefined && !isShownAlike(before, cause)
      })
      return { opened, closed: ended.map(([key]) => key), changed }
    },
    /** Forgets what was observed: another node has decided meanwhile. */
    reset(): void {
      vehicleRules.reset()
      watchedRules.reset()
      zoneRules.reset()
      causes.clear()
      home = null
      failingSinceMs = null
    },
  }
}

function isSameSearch(a: AreaSearch, b: AreaSearch): boolean {
  const isSamePlace = a.position.lat === b.position.lat && a.position.lng === b.position.lng
  return isSamePlace && a.radius === b.radius && a.type === b.type
}

function isShownAlike(before: Cause, cause: Cause): boolean {
  const text = ({ owners, zone, further }: Cause) =>
    JSON.stringify([owners?.toSorted() ?? null, zone, further])
  return text(before) === text(cause)
}

interface Limited {
  readonly opened: Cause[]
  /** Causes beyond what a rule may open. */
  readonly beyond: ReadonlyMap<AlertRule, readonly Cause[]>
}

/** @param remaining alerts that stay open, which count too */
function withinLimit(begun: readonly Cause[], remaining: readonly Cause[]): Limited {
  const counts = new Map<AlertRule, number>()
  const count = ({ rule }: Cause) => counts.set(rule, (counts.get(rule) ?? 0) + 1)
  for (const cause of remaining) count(cause)
  const opened: Cause[] = []
  const beyond = new Map<AlertRule, Cause[]>()
  for (const cause of begun) {
    const { rule } = cause
    if ((counts.get(rule) ?? 0) >= OPEN_OF_RULE_MAXIMUM) {
      const others = beyond.get(rule) ?? []
      others.push(cause)
      beyond.set(rule, others)
      continue
    }
    opened.push(cause)
    count(cause)
  }
  return { opened, beyond }
}

/** One cause a rule, which counts those that no alert says. */
function furtherCauses(
  beyond: Limited['beyond'],
  open: ReadonlyMap<string, Cause>,
  nowMs: number,
): readonly Cause[] {
  return [...beyond].map(([rule, causes]) => ({
    ...NO_FACTS,
    rule,
    subject: '',
    sinceMs: open.get(keyOf({ rule, subject: '' }))?.sinceMs ?? nowMs,
    owners: ownersOf(causes),
    further: countedByOwners(causes),
  }))
}

function countedByOwners(causes: readonly Cause[]): readonly FurtherCauses[] {
  const counts = new Map<string, FurtherCauses>()
  for (const { owners } of causes) {
    const sorted = owners?.toSorted() ?? null
    const key = JSON.stringify(sorted)
    counts.set(key, { owners: sorted, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

function ownersOf(causes: readonly Cause[]): Cause['owners'] {
  const owners = new Set<Owner>()
  for (const cause of causes) {
    if (cause.owners === null) return null
    for (const owner of cause.owners) owners.add(owner)
  }
  return [...owners]
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
