import type { Finding } from '@/lib/inspect/finding'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { inspectListed } from './inspect'

// Records that a refresh did not change are the same objects, already inspected.
const cache = new WeakMap<VehicleSearchObject, readonly Finding[]>()

const RECORDS_A_STEP = 100

// Bounds the list: a service may send any number of unknown names.
const MOST_TALLIES = 200
const MOST_EXAMPLES = 3

/** Inspects an area's rows, by their ids, in steps of less than a millisecond, so that the caller can yield between them. */
export function* inspectArea(records: readonly VehicleSearchObject[]): Generator<void, Summary, undefined> {
  const byKey = new Map<string, { finding: Finding; records: number; examples: string[] }>()
  let withFindings = 0
  for (const [at, record] of records.entries()) {
    const findings = cache.get(record) ?? inspectListed(record)
    cache.set(record, findings)
    if (findings.length > 0) withFindings++
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.path}`
      const tally = byKey.get(key) ?? { finding, records: 0, examples: [] }
      if (byKey.size < MOST_TALLIES) byKey.set(key, tally)
      tally.records++
      if (tally.examples.length < MOST_EXAMPLES) tally.examples.push(record.id)
    }
    if (at % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield
  }
  const tallies = [...byKey.values()].sort((a, b) => b.records - a.records)
  return { inspected: records.length, withFindings, tallies }
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
