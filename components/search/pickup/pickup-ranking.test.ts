import { expect, test } from 'vitest'
import type { Needs } from '@/components/search/attributes'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { formatAge } from '@/lib/format/time/age'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle, vehicle } from '@/lib/testing/vehicles'
import { locatedVehicles, MOST_STEPS, nextStep, rankByAir, suitability } from './pickup-ranking'

const pickup = { lat: 51.5, lng: 0 }
const metresNorth = (metres: number) => ({ lat: 51.5 + metres / 111_195, lng: 0 })
const anyAge = Number.POSITIVE_INFINITY
const anything: Needs = { types: null, seats: null, load: null, function: null }

function rank(
  vehicles: readonly VehicleSearchObject[],
  needs: Needs,
  maxAgeMs = anyAge,
  hasStatuses = true,
) {
  const area = areaOf(vehicles)
  const all = Uint32Array.from(vehicles.keys())
  const { isSuitable } = suitability(area, area.receivedAtMs, { needs, maxAgeMs, hasStatuses })
  const ranked = rankByAir(all, area, pickup, isSuitable)
  const idsOf = (slots: Uint32Array) => Array.from(slots, (slot) => area.table.records[slot]?.id)
  return { suitable: idsOf(ranked.suitable), others: idsOf(ranked.others) }
}

test('suitable vehicles come first, the others after, both nearest first', () => {
  const van = { status: 'available', passengers_max: 2, load_m3: 9 }
  const vehicles = [
    emptyVehicle('far', { ...van, position: metresNorth(900) }),
    emptyVehicle('busy', { ...van, status: 'busy', position: metresNorth(50) }),
    emptyVehicle('near', { ...van, position: metresNorth(300) }),
    emptyVehicle('silent', { ...van, load_m3: null, position: metresNorth(20) }),
    emptyVehicle('nowhere', van),
  ]
  const ranked = rank(vehicles, { ...anything, seats: 2, load: 4 })
  expect(ranked).toEqual({ suitable: ['near', 'far'], others: ['silent', 'busy', 'nowhere'] })
})

test('where no vehicle of the list reports a status, its absence is no reason', () => {
  const [near, far] = [50, 900].map((metres) => ({ position: metresNorth(metres) }))
  const vehicles = [emptyVehicle('far', far), emptyVehicle('near', near)]
  expect(rank(vehicles, anything, anyAge, false).suitable).toEqual(['near', 'far'])
  expect(rank(vehicles, anything).others).toEqual(['near', 'far'])
})

test.each<[Partial<LiveVehicle>, Partial<Needs>, string[]]>([
  [{ passengers_max: 2 }, { seats: 4 }, ['2 seats, 4 needed']],
  [{ passengers_max: 0 }, { seats: 1 }, ['0 seats, 1 needed']],
  [{ load_m3: null }, { load: 1.5 }, ['load not reported']],
  [{ load_m3: 0.5 }, { load: 1.5 }, ['0.5 m³, 1.5 needed']],
  [{ status: 'busy' }, {}, ['status busy']],
  [{ status: null }, {}, ['no status']],
  [{ type: 'taxi' }, { types: 'cargo_van' }, ['type taxi, cargo van needed']],
  [{ type: null }, { types: 'taxi' }, ['type not reported']],
  [{ type: 'taxi' }, { types: 'taxi' }, []],
  [{ functions: ['cargo'] }, { function: 'airport' }, ['no function airport']],
  [{ functions: null }, { function: 'airport' }, ['function not reported']],
  [{ position: null }, {}, ['position not reported']],
  [{ position: null, unreadable: ['position'] }, {}, ['position unreadable']],
  [{ status: null, unreadable: ['status'] }, {}, ['status unreadable']],
  [{ load_m3: null, unreadable: ['load_m3'] }, { load: 1 }, ['load unreadable']],
  [
    { status: 'off\u202eduty', passengers_max: null },
    { seats: 1 },
    ['seats not reported', 'status off\ufffdduty, meaning not known'],
  ],
  [
    { status: 'Free', passengers_max: 4, functions: ['airport'] },
    { seats: 4, function: 'airport' },
    [],
  ],
])('%o for %o: %o', (fields, needs, reasons) => {
  const one = { ...emptyVehicle('one', { status: 'available', position: pickup }), ...fields }
  const terms = { needs: { ...anything, ...needs }, maxAgeMs: anyAge, hasStatuses: true }
  expect(suitability(areaOf([one]), 0, terms).reasonsAgainst(0)).toEqual(reasons)
})

test('a vehicle not heard of for longer than the limit is not suitable; one without a time may be', () => {
  const free = { status: 'available', position: pickup }
  const vehicles = [
    emptyVehicle('late', { ...free, mtime: '2026-01-01T11:44:00+00:00' }),
    emptyVehicle('fresh', { ...free, mtime: '2026-01-01T11:55:00+00:00' }),
    emptyVehicle('timeless', free),
  ]
  const area = areaOf(vehicles)
  const terms = { needs: anything, maxAgeMs: 5 * 60_000, hasStatuses: true }
  const reasonsAt = (nowMs: number) => [0, 1, 2].map(suitability(area, nowMs, terms).reasonsAgainst)
  expect(reasonsAt(area.receivedAtMs)).toEqual([
    [`last heard ${formatAge(16 * 60_000)} ago`],
    [],
    [],
  ])
  const ranked = { suitable: ['fresh', 'timeless'], others: ['late'] }
  expect(rank(vehicles, anything, terms.maxAgeMs)).toEqual(ranked)
  expect(rank(vehicles, anything).others).toEqual([])
  // Ages grow while the list is not refreshed.
  expect(reasonsAt(area.receivedAtMs + 1000)[1]).toEqual([
    `last heard ${formatAge(5 * 60_000 + 1000)} ago`,
  ])
})

test('where mtime is not the time of the last report, no vehicle is unsuitable by it', () => {
  const old = (id: string, status: string) =>
    vehicle(id, { status, mtime: '2017-03-09T14:21:08.512+00:00' })
  const terms = { needs: anything, maxAgeMs: 5 * 60_000, hasStatuses: true }
  const suitable = [true, false].map((mtimeServes) => {
    const area = areaOf([old('a', 'available'), old('b', 'busy')], { mtimeServes })
    const { isSuitable } = suitability(area, area.receivedAtMs + 600_000, terms)
    return locatedVehicles(Uint32Array.of(0, 1).filter(isSuitable), area.table.records).map(
      ({ id }) => id,
    )
  })
  expect(suitable).toEqual([[], ['a']])
})

const read = { isRead: true, isWhole: true, suitable: 0 }

test.each([
  [1000, {}, 2000],
  [1000, { suitable: 4, isRead: false }, 'wait'],
  [1000, { suitable: 5, isRead: false }, 'done'],
  [1000, { isWhole: false }, 'done'],
  [20_000_000, {}, 'done'],
] as const)('a search of %d m that is %j goes on with %s', (radius, state, next) => {
  expect(nextStep(radius, MOST_STEPS, { ...read, ...state })).toBe(next)
})

test('where nothing fits it opens a handful of areas, then ends', () => {
  const radii: unknown[] = [1000]
  for (let left = MOST_STEPS; left >= 0; left--)
    radii.push(nextStep(radii.at(-1) as number, left, read))
  expect(radii).toEqual([1000, 2000, 5000, 10_000, 20_000, 50_000, 'done'])
})
