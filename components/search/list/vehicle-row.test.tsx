import { expect, it } from 'vitest'
import { describeVehicle } from '@/components/search/attribute-words'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { fadedColour, statusStyle } from '@/lib/format/status/status-style'
import { render } from '@/lib/testing/render'
import { VIEWPOINT } from '@/lib/testing/search-area'
import { vehicle } from '@/lib/testing/vehicles'
import { showVehicle } from './shown-vehicles'
import { DEFAULT_COLUMNS } from './use-columns'
import { VehicleRow } from './vehicle-row'

const MINUTE_MS = 60_000

function rowOf(record: Partial<LiveVehicle>, ageMs = 0, mtimeServes = true) {
  const reported = { ...vehicle('v-1'), mtime: '2026-11-02T10:00:00Z', ...record }
  const fetchedAtMs = Date.parse('2026-11-02T10:00:00Z')
  const reading = { fetchedAtMs, mtimeServes }
  const facts = showVehicle(reported, VIEWPOINT, reading, ageMs)
  const row = { facts, chosen: DEFAULT_COLUMNS, asked: new Map() }
  const html = render(<VehicleRow {...row} />)
  const age = /([^>]*)<\/p><\/div><\/div><\/div>$/.exec(html)?.[1]
  return { fill: /fill="(rgb[^"]+)"/.exec(html)?.[1], age, isWarned: html.includes('text-warning') }
}

const { colour } = statusStyle('available')
const fresh = fadedColour(colour, 'fresh')

it('a row’s mark fades with the age of the report, as the map’s does, and an age that is stale stands out', () => {
  const rows = [0, 2, 6].map((minutes) => rowOf({}, minutes * MINUTE_MS))
  expect(rows).toEqual([
    { fill: fresh, age: '0s', isWarned: false },
    { fill: fadedColour(colour, 'ageing'), age: '2m', isWarned: false },
    { fill: fadedColour(colour, 'stale'), age: '6m', isWarned: true },
  ])
  expect(new Set(rows.map(({ fill }) => fill)).size).toBe(3)
  expect(rowOf({ mtime: null }, 6 * MINUTE_MS)).toEqual({
    fill: fresh,
    age: 'seen 6m',
    isWarned: false,
  })
})

it('a standstill that is asked for is first in the second line, and the seats stay beside the status', () => {
  const fetchedAtMs = Date.parse('2026-11-02T10:00:00Z')
  const standsSince = { atMs: fetchedAtMs - 14 * MINUTE_MS, isBeginning: true }
  const record = { ...vehicle('v-1', { standsSince }), passengers_max: 4, make: 'Tern' }
  const facts = showVehicle(record, VIEWPOINT, { fetchedAtMs, mtimeServes: false }, 0)
  const asked = new Map([['standstill', 10]] as const)
  const html = render(<VehicleRow facts={facts} chosen={DEFAULT_COLUMNS} asked={asked} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toMatch(/4 seats.*0 m Nstands 14 min/)
})

it('a vehicle that the newest lists lack is marked, and was seen before them', () => {
  const unconfirmedSinceMs = Date.parse('2026-11-02T10:00:00Z') - 2 * MINUTE_MS
  const reported = { ...vehicle('v-1', { unconfirmedSinceMs }), mtime: null }
  const reading = { fetchedAtMs: Date.parse('2026-11-02T10:00:00Z'), mtimeServes: false }
  const facts = showVehicle(reported, VIEWPOINT, reading, 5000)
  const html = render(<VehicleRow facts={facts} chosen={DEFAULT_COLUMNS} asked={new Map()} />)
  expect(html).toContain('Not confirmed for 2m')
  // The age is not beside it: it is that of the report.
  expect(html).toMatch(/available.*not confirmed<\/span><p.*<\/p>.*seen 2m<\/p>/)
  expect(html).toContain('stroke-dasharray')
  expect(facts.seenAtMs).toBeNull()
  expect(describeVehicle(facts)).toMatch(/, not confirmed$/)
})

it('where mtime is not the time of the last report, the row says which time it shows, and nothing fades', () => {
  const before = (minutes: number, isBeginning: boolean) => ({
    mtime: '2017-03-09T14:21:08.512+00:00',
    changedSince: { atMs: Date.parse('2026-11-02T10:00:00Z') - minutes * MINUTE_MS, isBeginning },
  })
  const rows = [before(12, true), before(12, false), before(0, false)].map((one) =>
    rowOf(one, 4000, false),
  )
  const ages = ['changed 12m', 'unchanged ≥ 12m', 'seen 4s']
  expect(rows).toEqual(ages.map((age) => ({ fill: fresh, age, isWarned: false })))
})

it('a row says that the clock of the vehicle is ahead, and its age counts from when that was first seen', () => {
  const ahead = { mtime: '2034-01-01T00:00:00Z', aheadSinceMs: Date.parse('2026-11-02T09:53:00Z') }
  const stale = { fill: fadedColour(colour, 'stale'), age: 'clock ahead 7m', isWarned: true }
  expect(rowOf(ahead)).toEqual(stale)
  expect(rowOf(ahead, 4000, false)).toMatchObject({ fill: fresh, age: 'clock ahead seen 4s' })
})

it('a time of 1970 is no age', () => {
  expect(rowOf({ mtime: '1970-01-01T00:00:00Z' })).toMatchObject({
    age: 'never reported',
    isWarned: true,
  })
  const never = { fill: fresh, age: 'never reported', isWarned: false }
  expect(rowOf({ mtime: '0001-01-01T00:00:00Z' }, 0, false)).toEqual(never)
})
