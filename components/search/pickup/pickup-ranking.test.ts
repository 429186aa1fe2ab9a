import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Needs } from '@/components/search/attributes'
import { distancesFrom } from '@/components/search/list/rows'
import { setStatusWords } from '@/lib/format/status/status-style'
import { formatAge } from '@/lib/format/time/age'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle, vehicle } from '@/lib/testing/vehicles'
import {
  fittingVehicles,
  MOST_STEPS,
  nextStep,
  rankForPickup,
  reasonsAgainst,
  reportAges,
  widerRadius,
} from './pickup-ranking'

const pickup = { lat: 51.5, lng: 0 }
const metresNorth = (metres: number) => ({ lat: 51.5 + metres / 111_195, lng: 0 })
const anyAge = Number.POSITIVE_INFINITY
const anything: Needs = { seats: null, load: null, function: null }

function rank(vehicles: readonly VehicleSearchObject[], needs: Needs, maxAgeMs = anyAge, hasStatuses = true) {
  const area = areaOf(vehicles)
  const all = Uint32Array.from(vehicles.keys())
  const ages = reportAges(area, area.receivedAtMs)
  const { rows, suitable } = rankForPickup(all, area, distancesFrom(pickup, vehicles), ages, {
    needs,
    maxAgeMs,
    hasStatuses,
  })
  const ids = Array.from(rows, (index) => area.records[index]?.id)
  return { suitable: ids.slice(0, suitable), others: ids.slice(suitable) }
}

test('suitable vehicles come first, the others after, both nearest first', () => {
  const van = { status: 'available', passengers_max: 2, load_m3: 9 }
  expect(
    rank(
      [
        emptyVehicle('far', { ...van, position: metresNorth(900) }),
        emptyVehicle('busy', { ...van, status: 'busy', position: metresNorth(50) }),
        emptyVehicle('near', { ...van, position: metresNorth(300) }),
        emptyVehicle('silent', { ...van, load_m3: null, position: metresNorth(20) }),
        emptyVehicle('nowhere', van),
      ],
      { seats: 2, load: 4, function: null },
    ),
  ).toEqual({ suitable: ['near', 'far'], others: ['silent', 'busy', 'nowhere'] })
})

test('the suitable vehicles of a large list are gathered with pauses', () => {
  const free = (n: number) => ({ status: n % 2 ? 'busy' : 'available', position: metresNorth(n) })
  const area = areaOf(Array.from({ length: 2_000 }, (_, n) => emptyVehicle(`v-${n}`, free(n))))
  const rows = Uint32Array.from({ length: 1_500 }, (_, n) => n)
  const ages = reportAges(area, area.receivedAtMs)
  const steps = fittingVehicles(rows, area, ages, { needs: anything, maxAgeMs: anyAge, hasStatuses: true })
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  expect(pauses).toBe(3)
  expect(step.value.map(({ position }) => position)).toEqual(
    Array.from({ length: 750 }, (_, n) => metresNorth(2 * n)),
  )
})

test('a status that the settings call free fits', () => {
  const vrij = [emptyVehicle('one', { status: 'Vrij', position: metresNorth(50) })]
  expect(rank(vrij, anything).suitable).toEqual([])
  setStatusWords({ free: ['vrij'], busy: [], off: [] })
  expect(rank(vrij, anything).suitable).toEqual(['one'])
  setStatusWords({ free: [], busy: [], off: [] })
})

test('where no vehicle of the list reports a status, its absence is no reason', () => {
  const [near, far] = [50, 900].map((metres) => ({ position: metresNorth(metres) }))
  const vehicles = [emptyVehicle('far', far), emptyVehicle('near', near)]
  expect(rank(vehicles, anything, anyAge, false).suitable).toEqual(['near', 'far'])
  expect(rank(vehicles, anything).others).toEqual(['near', 'far'])
})

test.each<[Partial<VehicleSearchObject>, Partial<Needs>, string[]]>([
  [{ passengers_max: 2 }, { seats: 4 }, ['2 seats, 4 needed']],
  [{ passengers_max: 0 }, { seats: 1 }, ['0 seats, 1 needed']],
  [{ load_m3: null }, { load: 1.5 }, ['load not reported']],
  [{ load_m3: 0.5 }, { load: 1.5 }, ['0.5 m³, 1.5 needed']],
  [{ status: 'busy' }, {}, ['status busy']],
  [{ status: null }, {}, ['no status']],
  [{ functions: ['cargo'] }, { function: 'airport' }, ['no function airport']],
  [{ functions: null }, { function: 'airport' }, ['function not reported']],
  [{ position: null }, {}, ['position not reported']],
  [
    { status: 'off\u202eduty', passengers_max: null },
    { seats: 1 },
    ['seats not reported', 'status off\ufffdduty, not known to Kerbside'],
  ],
  [{ status: 'Free', passengers_max: 4, functions: ['airport'] }, { seats: 4, function: 'airport' }, []],
])('%o for %o: %o', (fields, needs, reasons) => {
  const one = emptyVehicle('one', { status: 'available', position: pickup, ...fields })
  const terms = { needs: { ...anything, ...needs }, maxAgeMs: anyAge, hasStatuses: true }
  expect(reasonsAgainst(one, terms, Number.NaN)).toEqual(reasons)
})

test('a vehicle not heard of for longer than the limit is not suitable; one without a time may be', () => {
  const free = { status: 'available', position: pickup }
  const vehicles = [
    emptyVehicle('late', { ...free, mtime: '2026-01-01T11:44:00+00:00' }),
    emptyVehicle('fresh', { ...free, mtime: '2026-01-01T11:55:00+00:00' }),
    emptyVehicle('timeless', free),
  ]
  const area = areaOf(vehicles)
  const ages = reportAges(area, area.receivedAtMs)
  expect(ages[0]).toBe(16 * 60_000)
  const terms = { needs: anything, maxAgeMs: 5 * 60_000, hasStatuses: true }
  expect(vehicles.map((vehicle, slot) => reasonsAgainst(vehicle, terms, ages[slot] as number))).toEqual([
    [`last heard ${formatAge(16 * 60_000)} ago`],
    [],
    [],
  ])
  expect(rank(vehicles, anything, terms.maxAgeMs)).toEqual({
    suitable: ['fresh', 'timeless'],
    others: ['late'],
  })
  expect(rank(vehicles, anything).others).toEqual([])
  // Ages grow while the list is not refreshed.
  expect(reportAges(area, area.receivedAtMs + 1000)[1]).toBe(5 * 60_000 + 1000)
})

test('a vehicle is suitable exactly when there is no reason against it', () => {
  const maybe = <T>(...values: T[]) => fc.constantFrom(null, ...values)
  const vehicles = fc.record({
    status: maybe('available', 'busy', 'unheard-of'),
    position: maybe(pickup),
    passengers_max: maybe(0, 4),
    load_m3: maybe(0, 1.5),
    functions: maybe(['airport'], ['cargo', 'airport'], []),
  })
  const needs = fc.record({ seats: maybe(0, 4), load: maybe(0, 1.5), function: maybe('airport') })
  fc.assert(
    fc.property(vehicles, needs, (fields, needed) => {
      const one = emptyVehicle('one', fields)
      const terms = { needs: needed, maxAgeMs: anyAge, hasStatuses: true }
      expect(rank([one], needed).suitable).toEqual(
        reasonsAgainst(one, terms, Number.NaN).length === 0 ? ['one'] : [],
      )
    }),
  )
})

test('where mtime is not the time of the last report, no vehicle is unsuitable by it', () => {
  const old = Array.from({ length: 154 }, (_, n) =>
    vehicle(`v-${n}`, {
      mtime: '2017-03-09T14:21:08.512+00:00',
      status: n < 119 ? 'available' : 'busy',
      position: { lat: 51.5, lng: -0.1 + n / 1e4 },
    }),
  )
  const terms = { needs: anything, maxAgeMs: 5 * 60_000, hasStatuses: true }
  const suitable = [true, false].map((mtimeServes) => {
    const area = areaOf(old, { mtimeServes })
    const rows = Uint32Array.from(old.keys())
    const ages = reportAges(area, area.receivedAtMs + 600_000)
    const ranked = rankForPickup(rows, area, distancesFrom(pickup, old), ages, terms)
    const gathering = fittingVehicles(rows, area, ages, terms)
    let waited = gathering.next()
    while (!waited.done) waited = gathering.next()
    return [ranked.suitable, waited.value.length, reasonsAgainst(old[0]!, terms, ages[0]!).length]
  })
  expect(suitable).toEqual([
    [0, 0, 1],
    [119, 119, 0],
  ])
})

const read = { radius: 1000, stepsLeft: MOST_STEPS, isRead: true, isWhole: true, suitable: 0 }

test('radii grow by 1, 2, 5 and 10 up to the largest', () => {
  expect([100, 750, 1000, 1001, 2000, 5000, 5001, 0.5].map(widerRadius)).toEqual([
    200, 1000, 2000, 2000, 5000, 10_000, 10_000, 1,
  ])
  expect(widerRadius(20_000_000)).toBeNull()
})

test('it widens only a complete list with too few, and waits for it', () => {
  expect(nextStep(read)).toBe(2000)
  expect(nextStep({ ...read, suitable: 4 })).toBe(2000)
  expect(nextStep({ ...read, isRead: false, suitable: 4 })).toBe('wait')
})

test('it ends with five that fit, before the list is complete too', () => {
  expect(nextStep({ ...read, suitable: 5 })).toBe('done')
  expect(nextStep({ ...read, isRead: false, suitable: 5 })).toBe('done')
})

test('it ends when the list was cut short, and at the largest radius', () => {
  expect(nextStep({ ...read, isWhole: false })).toBe('done')
  expect(nextStep({ ...read, radius: 20_000_000 })).toBe('done')
})

test('where nothing fits it opens a handful of areas, then ends', () => {
  const radii: number[] = []
  let state = read
  for (let next = nextStep(state); typeof next === 'number'; next = nextStep(state)) {
    radii.push(next)
    state = { ...state, radius: next, stepsLeft: state.stepsLeft - 1 }
  }
  expect(radii).toEqual([2000, 5000, 10_000, 20_000, 50_000])
})
