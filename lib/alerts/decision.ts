import type { AlertRule } from '@/lib/api/contract/alerts'
import { type Cause, type FurtherCauses, keyOf, NO_FACTS, type Owner } from './observation'

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

/** Causes by their keys. */
export type Causes = ReadonlyMap<string, Cause>

/**
 * Compares the causes that hold with the alerts that are open.
 * @param isObserved false for rules whose causes are not known yet: their alerts stay as they are
 */
export function decide(
  holding: Causes,
  open: Causes,
  isObserved: (rule: AlertRule) => boolean,
  nowMs: number,
): Decision {
  const isNew = (cause: Cause) => !open.has(keyOf(cause))
  const isRemaining = ([key, { rule, further }]: [string, Cause]) =>
    further === null && (holding.has(key) || !isObserved(rule))
  const begun = [...holding.values()].filter(isNew)
  const { opened, beyond } = withinLimit(begun, [...open].filter(isRemaining))

  const beyondCauses = furtherCauses(beyond, open, nowMs)
  const current = new Map(holding)
  for (const cause of beyondCauses) current.set(keyOf(cause), cause)
  const ended = [...open].filter(([key, { rule }]) => !current.has(key) && isObserved(rule))
  return {
    opened: [...opened, ...beyondCauses.filter(isNew)],
    closed: ended.map(([key]) => key),
    changed: [...current.values()].filter((cause) => isChanged(cause, open)),
  }
}

function isChanged(cause: Cause, open: Causes): boolean {
  const before = open.get(keyOf(cause))
  return before !== undefined && shownFacts(before) !== shownFacts(cause)
}

function shownFacts({ owners, zone, further }: Cause): string {
  return JSON.stringify([owners?.toSorted() ?? null, zone, further])
}

interface Limited {
  readonly opened: readonly Cause[]
  /** Causes beyond what a rule may open. */
  readonly beyond: ReadonlyMap<AlertRule, readonly Cause[]>
}

/** @param remaining alerts that stay open, which count too */
function withinLimit(
  begun: readonly Cause[],
  remaining: readonly (readonly [string, Cause])[],
): Limited {
  const counts = new Map<AlertRule, number>()
  const count = ({ rule }: Cause) => counts.set(rule, (counts.get(rule) ?? 0) + 1)
  for (const [, cause] of remaining) count(cause)
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
function furtherCauses(beyond: Limited['beyond'], open: Causes, nowMs: number): readonly Cause[] {
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
