import type { Finding } from '@/lib/inspect/finding'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { inspectListed } from './records'

// Records that a refresh did not change are the same objects, already inspected.
const cache = new WeakMap<VehicleSearchObject, readonly Finding[]>()

const RECORDS_A_STEP = 100

/** Inspects an area's rows, by their ids, in steps of less than a millisecond, so that the caller can yield between them. */
export function* inspectArea(records: readonly VehicleSearchObject[]): Generator<void, Summary, undefined> {
  const tallies = new Tallies()
  let sinceStep = 0
  for (const record of records) {
    let findings = cache.get(record)
    if (!findings) {
      findings = inspectListed(record)
      cache.set(record, findings)
    }
    tallies.add(record.id, findings)
    sinceStep += 1
    if (sinceStep < RECORDS_A_STEP) continue
    sinceStep = 0
    yield
  }
  return tallies.summary
}

/** The records of a list with the same finding. */
export interface Tally {
  readonly finding: Finding
  readonly records: number
  /** Names of the first few records. */
  readonly examples: readonly string[]
}

export interface Summary {
  readonly inspected: number
  /** Records with at least one finding. */
  readonly withFindings: number
  /** Most frequent first. */
  readonly tallies: readonly Tally[]
}

const MOST_EXAMPLES = 3
// Bounds the list: a service may send any number of unknown names.
const MOST_TALLIES = 200

/** Counts the findings of many records by kind and path. */
export class Tallies {
  readonly #byKey = new Map<string, { finding: Finding; records: number; examples: string[] }>()
  #inspected = 0
  #withFindings = 0

  /** @param name of the record, such as its id */
  add(name: string, findings: readonly Finding[]): void {
    this.#inspected += 1
    if (findings.length === 0) return
    this.#withFindings += 1
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.path}`
      const known = this.#byKey.get(key)
      if (!known) {
        if (this.#byKey.size < MOST_TALLIES) this.#byKey.set(key, { finding, records: 1, examples: [name] })
        continue
      }
      known.records += 1
      if (known.examples.length < MOST_EXAMPLES) known.examples.push(name)
    }
  }

  get summary(): Summary {
    return {
      inspected: this.#inspected,
      withFindings: this.#withFindings,
      tallies: [...this.#byKey.values()].sort((a, b) => b.records - a.records),
    }
  }
}
