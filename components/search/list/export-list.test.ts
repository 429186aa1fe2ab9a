import Papa from 'papaparse'
import { expect, test, vi } from 'vitest'
import { downloadText } from '@/components/ui/download'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createVehicleNames } from '@/lib/api/queries/names'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle, FETCHED_AT, vehicle } from '@/lib/testing/vehicles'
import { exportList } from './export-list'

vi.mock('@/components/ui/download', () => ({ downloadText: vi.fn() }))

const fleet: LiveVehicle[] = [
  emptyVehicle('silent'),
  {
    ...vehicle('v-1', {
      status: '=1+1',
      functions: ['passenger', 'airport'],
      position: { lat: 51.5, lng: -0.11 },
    }),
    directory: { our_ref: 'KB-17', licence_plate: 'ABC 123', active_booking_id: null },
    statusSince: { atMs: Date.parse('2026-01-01T11:40:00Z'), isBeginning: false },
    changedSince: { atMs: Date.parse('2026-01-01T11:58:00Z'), isBeginning: true },
  },
  emptyVehicle('left out'),
]
const names = createVehicleNames(
  new Map([['silent', { our_ref: '-9', licence_plate: null }]]),
  'our_ref',
)

const search = { position: { lat: 51.5, lng: -0.1 }, radius: 1500, type: null }

/** @param afterMs time since the list arrived */
function exported(rows: Uint32Array, afterMs: number, area = areaOf(fleet)) {
  exportList(rows, area, names, search, area.receivedAtMs + afterMs)
  const [name, mediaType, csv = ''] = vi.mocked(downloadText).mock.lastCall ?? []
  return { name, mediaType, csv }
}

/** The cells of a file by their columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true })
  return data
}

test('the file has the rows of the list in their order, with every column and nothing that runs', () => {
  const { csv } = exported(Uint32Array.of(1, 0), 5_000)
  expect(csv).toMatch(/^\ufeff"id","our_ref",/)
  const [first, second] = rowsOf(csv)
  expect(first).toMatchObject({
    id: 'v-1',
    our_ref: 'KB-17',
    licence_plate: 'ABC 123',
    make: 'Make',
    type: 'taxi',
    status: "'=1+1",
    status_since: '2026-01-01T11:40:00.000Z',
    status_since_is_at_least: 'true',
    lat: '51.5',
    lng: '-0.11',
    distance_metres: '692',
    seen: '2026-01-01T12:00:00.000Z',
    unconfirmed_since: '',
    changed_since: '2026-01-01T11:58:00.000Z',
    changed_since_is_at_least: 'false',
    mtime: '2026-01-01T11:59:50.000+00:00',
    age_seconds: '15',
    clock_ahead: '',
    passengers_max: '4',
    load_m3: '0.4',
    price_per_km: '1.2',
    price_per_minute: '0.3',
    year: '2020',
    functions: 'passenger airport',
    sent_as: '',
  })
  const reported = Object.entries(second ?? {}).filter(([, cell]) => cell !== '')
  expect(Object.fromEntries(reported)).toEqual({
    id: 'silent',
    our_ref: "'-9",
    seen: '2026-01-01T12:00:00.000Z',
  })
})

test('an unreadable value is named in its cells, and one in another form is a number with its form', () => {
  const unreadable = ['position', 'price_per_km', 'status', 'functions']
  const odd: LiveVehicle = {
    ...emptyVehicle('odd', { passengers_max: 4 }),
    unreadable,
    forms: { passengers_max: 'text' },
  }
  const { csv } = exported(Uint32Array.of(0), 0, areaOf([odd]))
  const [header = '', row = ''] = csv.split('\r\n')
  const cells = row.split(',')
  const cellOf = (name: string) => cells[header.split(',').indexOf(`"${name}"`)]
  for (const name of ['lat', 'lng', 'price_per_km', 'status', 'functions'])
    expect([name, cellOf(name)]).toEqual([name, '"unreadable"'])
  expect([cellOf('passengers_max'), cellOf('sent_as')]).toEqual(['"4"', '"passengers_max: text"'])
  expect(cellOf('load_m3')).toBe('""')
})

test('functions that were read in part end with the word unreadable', () => {
  const partly: LiveVehicle = {
    ...emptyVehicle('partly', { functions: ['passenger', 'airport'] }),
    unreadable: ['functions.1'],
  }
  const { csv } = exported(Uint32Array.of(0), 0, areaOf([partly]))
  expect(csv).toContain('"passenger airport unreadable"')
})

test('where mtime is not the time of the last report, the file has no age of it', () => {
  const { csv } = exported(Uint32Array.of(1), 5_000, areaOf(fleet, { mtimeServes: false }))
  expect(rowsOf(csv)[0]).toMatchObject({
    mtime: '2026-01-01T11:59:50.000+00:00',
    age_seconds: '',
    clock_ahead: '',
  })
})

test('of a replay, the file has the ages of the moment shown, and the area and time of its list as its name', () => {
  // Months ago, by the clock of this test: streamed a second after it was read, and
  // shown seven seconds later.
  const area = { ...areaOf(fleet), receivedAtMs: Date.parse(FETCHED_AT) + 1000 }
  const { name, mediaType, csv } = exported(Uint32Array.of(1), 7000, area)
  expect([name, mediaType]).toEqual([
    'vehicles_51.5,-0.1_1500m_2026-01-01T12-00-00Z.csv',
    'text/csv',
  ])
  expect(rowsOf(csv)[0]).toMatchObject({
    mtime: '2026-01-01T11:59:50.000+00:00',
    age_seconds: '17',
  })
})
