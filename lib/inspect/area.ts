import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Finding } from './finding'
import { inspectListed } from './search'
import { type Summary, Tallies } from './tally'

// A refresh shares the records that stayed the same: those were inspected already.
const known = new WeakMap<VehicleSearchObject, readonly Finding[]>()

const RECORDS_A_STEP = 100

/** Inspects an area's rows, by their ids, in steps of well under a millisecond; whoever runs it may rest between them. */
export function* inspectArea(records: readonly VehicleSearchObject[]): Generator<void, Summary, undefined> {
  const tallies = new Tallies()
  let sinceStep = 0
  for (const record of records) {
    let findings = known.get(record)
    if (!findings) {
      findings = inspectListed(record)
      known.set(record, findings)
    }
    tallies.add(record.id, findings)
    sinceStep += 1
    if (sinceStep < RECORDS_A_STEP) continue
    sinceStep = 0
    yield
  }
  return tallies.summary
}
