import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Finding } from './finding'
import { inspectListed } from './search'
import { type Summary, Tallies } from './tally'

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
