import { describe, expect, it } from 'vitest'
import { exampleOf } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { readSearchPage } from '@/lib/interface/readers'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { inspectArea, type Summary } from './area'

/** Parsed rows, as on the map. */
function rows(count: number, fields: (at: number) => object = () => ({})): readonly VehicleSearchObject[] {
  const vehicles = Array.from({ length: count }, (_, at) => ({
    ...exampleOf(vehicleSearchObjectFields),
    id: `v-${at}`,
    ...fields(at),
  }))
  return readSearchPage({ vehicles })?.page.vehicles ?? []
}

function run(records: readonly VehicleSearchObject[]): { steps: number; summary: Summary } {
  const work = inspectArea(records)
  for (let steps = 0; ; steps += 1) {
    const { done, value } = work.next()
    if (done) return { steps, summary: value }
  }
}

describe('the inspection of an area', () => {
  it('finds nothing in rows that match the interface, with functions as one string or several', () => {
    const listed = rows(250, (at) => ({ functions: at % 2 === 0 ? 'passenger' : ['passenger', 'load'] }))
    expect(run(listed)).toEqual({ steps: 2, summary: { inspected: 250, withFindings: 0, tallies: [] } })
  })

  it('finds nothing in what Kerbside adds to a row', () => {
    const listed = rows(2).map((row) => ({
      ...row,
      directory: { our_ref: 'KB-1', licence_plate: null, active_booking_id: null },
      statusSince: { atMs: 0, isBeginning: true },
    }))
    expect(run(listed).summary).toEqual({ inspected: 2, withFindings: 0, tallies: [] })
  })

  it('finds nothing in absent fields, since none is required but the id', () => {
    const listed = rows(2, () => ({ position: null, mtime: undefined, year: undefined, status: null }))
    expect(run(listed).summary).toEqual({ inspected: 2, withFindings: 0, tallies: [] })
  })

  it('counts vehicles, and names the first of each finding', () => {
    const { withFindings, tallies } = run(rows(6, (at) => (at < 4 ? { mtime: 'yesterday' } : {}))).summary
    expect(withFindings).toBe(4)
    expect(
      tallies.map(({ finding, records, examples }) => [finding.kind, finding.path, records, examples]),
    ).toEqual([['unreadable-time', 'mtime', 4, ['v-0', 'v-1', 'v-2']]])
  })

  it('gives the same result for an area that a refresh changed in part', () => {
    const before = rows(3, () => ({ mtime: 'yesterday' }))
    run(before)
    const after = [...before.slice(0, 2), ...rows(1)]
    expect(run(after).summary).toMatchObject({ inspected: 3, withFindings: 2 })
  })
})
