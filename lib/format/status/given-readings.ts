import type { StatusClass } from '@/lib/api/contract/status-readings'
import { normaliseStatus } from '@/lib/interface/statuses'

/** Words of this service, from its settings; they win over all others. */
export interface StatusWords {
  readonly free: readonly string[]
  readonly busy: readonly string[]
  readonly off: readonly string[]
}

/** A reading by an administrator. */
export interface StatusWord {
  readonly status: string
  readonly of: StatusClass
}

/** Classes by word. Immutable: a change makes another object. */
export interface GivenReadings {
  readonly settings: ReadonlyMap<string, StatusClass>
  /** They win over the usual ones. */
  readonly administrators: ReadonlyMap<string, StatusClass>
}

let given: GivenReadings = { settings: new Map(), administrators: new Map() }
let version = 0
const listeners = new Set<() => void>()

/** Once per page load, before anything is drawn. */
export function setStatusWords(words: StatusWords): void {
  change({ ...given, settings: classesByWord(words) })
}

/** Readings of words by administrators, whenever they may have changed. */
export function setStatusReadings(readings: readonly StatusWord[]): void {
  const administrators = classesOfReadings(readings)
  if (!isSame(administrators, given.administrators)) change({ ...given, administrators })
}

export function classesOfReadings(readings: readonly StatusWord[]): Map<string, StatusClass> {
  const classes = new Map<string, StatusClass>()
  for (const { status, of } of readings) classes.set(normaliseStatus(status), of)
  return classes
}

function isSame(
  classes: ReadonlyMap<string, StatusClass>,
  others: ReadonlyMap<string, StatusClass>,
): boolean {
  if (classes.size !== others.size) return false
  for (const [word, statusClass] of classes) {
    if (others.get(word) !== statusClass) return false
  }
  return true
}

export const givenReadings = (): GivenReadings => given

/** Changes with each change of a reading. */
export const statusWordsVersion = (): number => version

/** @returns ends the subscription */
export function onStatusWords(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: GivenReadings): void {
  given = next
  version += 1
  for (const listener of listeners) listener()
}

type WordsOfClasses = { readonly [Class in StatusClass]?: readonly string[] }

export function classesByWord(wordsOfClasses: WordsOfClasses): Map<string, StatusClass> {
  const classes = new Map<string, StatusClass>()
  for (const [statusClass, words] of Object.entries(wordsOfClasses)) {
    for (const word of words) classes.set(normaliseStatus(word), statusClass as StatusClass)
  }
  return classes
}
