import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributes, SORT_NAMES } from '@/components/search/attributes'
import type { Sort } from '@/components/search/list/sort'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createVehicleNames } from '@/lib/api/queries/names'
import { distanceMetres } from '@/lib/interface/geometry'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { type Filters, NO_FILTERS } from './filters'
import { countUnread, filteredRows, sortRows } from './rows'

const centre = { lat: 51.5, lng: 0 }

function idsInOrder(vehicles: readonly LiveVehicle[], filters: Filters, sort: Sort): string[] {
  const area = areaOf(vehicles)
  const rows = filteredRows(area.table.records, filters)
  const sorted = sortRows(rows, area, centre, sort)
  return Array.from(sorted, (index) => area.table.records[index]?.id ?? '')
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const few = fc.constantFrom(-2, -1, -0, 0, 2.5, 4, 8)
const since = fc.option(
  fc.record({ atMs: fc.constantFrom(0, 1.7e12, 1.8e12), isBeginning: fc.boolean() }),
  {
    nil: null,
  },
)
const vehicles = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .record({
            position: maybe(
              fc.record({
                lat: fc.constantFrom(51.5, 51.6, -90),
                lng: fc.constantFrom(0, 0.1, 180),
              }),
            ),
            status: maybe(fc.constantFrom('available', 'busy')),
            functions: maybe(fc.subarray(['cargo', 'airport'])),
            passengers_max: maybe(few),
            load_m3: maybe(few),
            price_per_km: maybe(few),
            year: maybe(fc.constantFrom(1999, 2020)),
            type: maybe(fc.constantFrom('taxi', 'van', 'bike')),
            make: maybe(fc.constantFrom('Skoda', 'VW')),
            mtime: fc.constantFrom(
              null,
              'yesterday',
              '2026-01-01T11:59:00+00:00',
              '2026-01-01T11:00:00+00:00',
            ),
          })
          .chain((fields) =>
            since.map((statusSince): LiveVehicle => ({ ...emptyVehicle(id, fields), statusSince })),
          ),
      ),
    ),
  )

const sorts = fc.record({
  by: fc.constantFrom(...SORT_NAMES),
  descending: fc.boolean(),
}) satisfies fc.Arbitrary<Sort>

const wishes = fc.record({
  status: fc.subarray(['available', 'busy', '']),
  types: fc.subarray(['taxi', 'van']),
  function: fc.subarray(['cargo', 'airport']),
  seats: maybe(few),
  load: maybe(few),
  price: maybe(few),
  text: fc.constantFrom('', ' ', 'skoda', 'CARGO', 'a', '.', '(', '\\'),
})
const filters: fc.Arbitrary<Filters> = wishes.map((some) => ({ ...NO_FILTERS, ...some }))

/** The same filter and sort, written simply. */
function plainly(
  list: readonly LiveVehicle[],
  filter: Filters,
  { by, descending }: Sort,
): string[] {
  const texts = ({ id, make, type, functions }: LiveVehicle) => [
    id,
    make,
    type,
    ...(functions ?? []),
  ]
  const shown = list.filter(
    (one) =>
      (filter.status.length === 0 || filter.status.includes(one.status ?? '')) &&
      (filter.types.length === 0 || filter.types.includes(one.type ?? '')) &&
      (filter.function.length === 0 ||
        filter.function.some((key) => one.functions?.includes(key))) &&
      (filter.seats === null ||
        (one.passengers_max !== null && one.passengers_max >= filter.seats)) &&
      (filter.load === null || (one.load_m3 !== null && one.load_m3 >= filter.load)) &&
      (filter.price === null || (one.price_per_km !== null && one.price_per_km <= filter.price)) &&
      texts(one).some((text) => text?.toLowerCase().includes(filter.text.trim().toLowerCase())),
  )
  const distance = ({ position }: LiveVehicle) =>
    position && Math.round(distanceMetres(centre, position) * 100)
  const value = (one: LiveVehicle): number | null => {
    const reported = Date.parse(one.mtime ?? '')
    if (by === 'age') return Number.isNaN(reported) ? null : areaOf(list).fetchedAtMs - reported
    if (by === 'distance') return distance(one)
    if (by === 'changed')
      return one.changedSince ? areaOf(list).fetchedAtMs - one.changedSince.atMs : null
    if (by === 'status_time')
      return one.statusSince ? Math.max(0, areaOf(list).fetchedAtMs - one.statusSince.atMs) : null
    const { field } = attributes[by]
    return field && (one[field] as number | null)
  }
  const compare = (a: number | null, b: number | null, sign: number) => {
    if (a === b) return 0
    if (a === null) return 1
    return b === null ? -1 : sign * (a - b)
  }
  return shown
    .toSorted(
      (a, b) =>
        compare(value(a), value(b), descending ? -1 : 1) ||
        compare(distance(a), distance(b), 1) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

test('rows are those of a plain filter in the order of a plain sort', () => {
  fc.assert(
    fc.property(vehicles, filters, sorts, (list, filter, sort) => {
      expect(idsInOrder(list, filter, sort)).toEqual(plainly(list, filter, sort))
    }),
    { numRuns: 100 },
  )
})

test('a vehicle is unread until its record was read by the server or here, also one without names', () => {
  const nameless = { our_ref: null, licence_plate: null, active_booking_id: null }
  const list = [
    emptyVehicle('unread'),
    { ...emptyVehicle('never'), directory: null },
    { ...emptyVehicle('nameless'), directory: nameless },
    emptyVehicle('here'),
    undefined,
  ]
  const names = createVehicleNames(
    new Map([['here', { our_ref: 'KB-1', licence_plate: null }]]),
    'our_ref',
  )
  expect(countUnread(list, names)).toBe(2)
})
