import { expect, test } from 'vitest'
import type { FoundPlace } from '@/lib/api/contract/places'
import { createVehicleNames } from '@/lib/api/queries/names'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import {
  chosenByEnter,
  type Known,
  listSuggestion,
  namedBy,
  searchedBefore,
  suggest,
  withLater,
} from './suggestions'
import { unclearInWords } from './use-find-field'

const named = (id: string, our_ref: string | null, licence_plate: string | null = null) => ({
  ...emptyVehicle(id),
  make: 'Prius',
  position: { lat: 51, lng: 0 },
  directory: { our_ref, licence_plate, active_booking_id: null },
})

const known: Omit<Known, 'listed'> = {
  area: areaOf([
    named('v-1', 'KB-117'),
    named('v-2', 'KB-170', 'ABC 117'),
    named('v-3', 'KB 17'),
    named('v-4', null),
  ]),
  names: createVehicleNames(new Map(), 'our_ref'),
  types: ['cargo_bike'],
  first: 'our_ref',
  awayInWords: ({ lat }) => `${lat} N`,
  areas: [
    { name: 'South of 17', query: 'position=51.5,-0.1&radius=700' },
    { name: 'North', query: '' },
  ],
  found: null,
}

const address: FoundPlace = {
  kind: 'address',
  name: '18 de Julio 1234',
  detail: 'Centro',
  between: ['1230', '1240'],
  position: { lat: -34.9, lng: -56.2 },
  source: 'demo-city',
}

function suggestions(text: string, more: Partial<Known> = {}) {
  const given = { ...known, ...more }
  return suggest(text, { ...given, listed: namedBy(text, given.area, given) })
}

const inWords = (text: string, more: Partial<Known> = {}) =>
  suggestions(text, more).map(({ name, source }) => `${name} (${source})`)

test('listed vehicles come first, the whole name before its beginning and its parts, without spaces and hyphens', () => {
  expect(inWords('kb17')).toEqual(['KB 17 (Vehicle · Prius)', 'KB-170 (Vehicle · ABC 117 · Prius)'])
  expect(inWords('117')).toEqual(['KB-117 (Vehicle · Prius)', 'KB-170 (Vehicle · ABC 117 · Prius)'])
  expect(inWords('17')[0]).toBe('KB 17 (Vehicle · Prius)')
  expect(inWords('cargo bike 17')[0]).toBe('KB 17 (Vehicle · Prius)')
})

test('a vehicle of the directory that is listed is one suggestion, and another says that it is not loaded', () => {
  const vehicles = [
    { id: 'v-3', ourRef: 'KB 17', licencePlate: null },
    { id: 'v-4', ourRef: 'KB-17-b', licencePlate: 'X 1' },
    { id: 'v-9', ourRef: null, licencePlate: 'KB17 XYZ' },
  ]
  const found = suggestions('kb17', { found: { vehicles, places: [] } })
  expect(found).toMatchObject([
    { id: 'v-3', source: 'Vehicle · Prius' },
    { id: 'v-2', source: 'Vehicle · ABC 117 · Prius' },
    { id: 'v-4', source: 'Vehicle · X 1 · Prius' },
    { id: 'v-9', source: 'Vehicle · not in the loaded area' },
  ])
})

test('saved areas come before places, and each says where it is from', () => {
  const places = [
    address,
    { ...address, kind: 'crossing', name: 'A / B', detail: null, between: null, source: 'city' },
    { ...address, kind: 'street', name: 'Street', between: null },
  ]
  const found = suggestions('17', {
    area: null,
    found: { vehicles: [], places: places as FoundPlace[] },
  })
  const source = 'Address · Centro · between 1230 and 1240 · demo city'
  expect(found).toMatchObject([
    { kind: 'area', name: 'South of 17', source: 'Saved area', position: { lat: 51.5, lng: -0.1 } },
    { kind: 'place', source, position: address.position },
    { kind: 'place', name: 'A / B', source: 'Crossing · map' },
    // Without a house number: the pin is not where somebody waits.
    { kind: 'place', name: 'Street', source: 'Street midpoint · Centro · demo city' },
  ])
  expect(inWords('north', { area: null })).toEqual(['North (Saved area)'])
})

test('a place is the same one in the next answer, wherever that has it, and another of its name is not', () => {
  const keys = (places: FoundPlace[]) =>
    suggestions('julio', { area: null, found: { vehicles: [], places } }).map(({ key }) => key)
  const other = { ...address, position: { lat: -34.8, lng: -56.2 } }
  const [first, second] = keys([address, other])
  expect(first).not.toBe(second)
  expect(keys([other, address, other])).toEqual([second, first])
})

test('places of the same text say where each is', () => {
  const north = { ...address, position: { lat: -34.8, lng: -56.2 } }
  const other = { ...address, detail: 'Pocitos', position: { lat: -34.7, lng: -56.2 } }
  const found = { vehicles: [], places: [address, north, other] }
  const sources = suggestions('julio', { area: null, areas: [], found }).map(({ source }) => source)
  expect(sources).toEqual([
    'Address · Centro · -34.9 N · between 1230 and 1240 · demo city',
    'Address · Centro · -34.8 N · between 1230 and 1240 · demo city',
    'Address · Pocitos · between 1230 and 1240 · demo city',
  ])
})

test('Enter goes to no other house than the one that was typed', () => {
  const near = { ...address, name: 'Rivera 1906', between: null, unknownNumber: '1234' }
  const street = { ...near, kind: 'street', name: 'Rivera' } as const
  for (const place of [near, street]) {
    const found = suggestions('Rivera 1234', {
      area: null,
      areas: [],
      found: { vehicles: [], places: [place] },
    })
    // Beside others of the same name the difference is not cut off.
    expect(found[0]?.source).toMatch(/^Centro · .* · number 1234 not found/)
    expect(chosenByEnter('Rivera 1234', found, true)).toBeNull()
    expect(unclearInWords(found, 0)).toBe('Number 1234 was not found. Choose a nearby address.')
  }
})

test('Enter means a vehicle by its whole name alone, and a place only where no vehicle is meant', () => {
  const found = { vehicles: [{ id: 'v-9', ourRef: 'KB-1', licencePlate: null }], places: [address] }
  const chosen = (text: string, more: Partial<Known>) =>
    chosenByEnter(text, suggestions(text, more))
  expect(chosen('KB-1', { found })).toMatchObject({ id: 'v-9' })
  // KB-117 and KB-170 are listed before the address.
  expect(chosen('KB-1', { found: { ...found, vehicles: [] } })).toBeNull()
  expect(chosen('julio', { found: { ...found, vehicles: [] } })).toMatchObject({
    name: '18 de Julio 1234',
  })
  expect(chosen('julio', {})).toBeNull()
})

test('Enter lists the vehicles with a make rather than going to a street that is spelled otherwise', () => {
  const street = { ...address, kind: 'street', name: 'Príus', between: null } as const
  const found = (name: string) => ({ vehicles: [], places: [{ ...street, name }] })
  const chosen = (name: string) => {
    const all = suggestions('prius', { area: null, areas: [], found: found(name) })
    return chosenByEnter('prius', [...all, listSuggestion('prius', 12, 1_400)])
  }
  const source = '12 of 1,400 vehicles, by name, make or type'
  expect(chosen('Prins')).toMatchObject({ kind: 'list', text: 'prius', source })
  expect(chosen('Príus')).toMatchObject({ kind: 'place' })
})

test('places searched before are offered, the last first', () => {
  const names = new Map([1, 2, 3, 4, 5, 6].map((n) => [`51.5,-0.${n}`, `Place ${n}`] as const))
  const last = [6, 5, 4, 3, 2].map((n) => ({ name: `Place ${n}`, position: { lng: -n / 10 } }))
  expect(searchedBefore(names)).toMatchObject(last)
})

test('once all call signs are read, Enter takes the only match, however little of it is typed', () => {
  const only = [named('v-1', 'KB-173', 'SBA 4971'), named('v-2', 'T-9')]
  const chosen = (text: string, isRead: boolean, count = 1) => {
    const all = suggestions(text, { area: areaOf(only), areas: [] })
    return chosenByEnter(text, [...all, listSuggestion(text, count, 2)], isRead)
  }
  for (const text of ['KB-17', '4971', 'sba', 'plate 49'])
    expect([chosen(text, true)?.name, chosen(text, false)]).toEqual(['KB-173', null])
  // Others have it in their make or type.
  expect(chosen('sba', true, 2)).toBeNull()
  // Said to be the plate, its digits are the whole of it.
  expect(chosen('plate 4971', false)?.name).toBe('KB-173')
})

test('words that say that a call sign or a plate follows leave no place', () => {
  const found = { vehicles: [], places: [address] }
  const kinds = (text: string) => suggestions(text, { found, areas: [] }).map(({ kind }) => kind)
  for (const text of ['number 117', 'no. 117', 'unit 117', '#117'])
    expect(kinds(text)).toEqual(['vehicle'])
  expect(kinds('reg 117')).toEqual(['vehicle'])
  expect(kinds('unit 5 17 park lane')).toEqual(['place'])
})

const read = (ourRef: string, licencePlate: string | null = null) => ({
  id: ourRef,
  ourRef,
  licencePlate,
})
const at = (name: string, lat = -34.9, kind: FoundPlace['kind'] = 'address'): FoundPlace => ({
  ...address,
  name,
  kind,
  between: null,
  position: { lat, lng: -56.2 },
})
const terminal = at('Terminal Tres Cruces', -34.89, 'place')

test.each<[string, (ReturnType<typeof read> | FoundPlace)[], string | null]>([
  // One call sign comes before a number; of several alike none is meant.
  ['taxi 17', [read('KB-17'), read('KB-117')], 'KB-17'],
  ['17', [read('KB-17'), read('17')], '17'],
  ['17', [read('KB-17'), read('T-17')], null],
  ['17', [read('KB-17'), read('T-2', '17')], null],
  ['kb-1', [read('KB-17')], null],
  // No place is meant while another has the same words elsewhere; 60 m away it is the
  // same one of the geocoder.
  ['tres cruces', [terminal, at('Tres Cruces', -34.82, 'street')], null],
  ['terminal tres cruces', [terminal, at('Tres Cruces', -34.82, 'street')], terminal.name],
  ['tres cruces', [terminal, at('Tres Cruces', -34.8905, 'place')], terminal.name],
  [
    '18 de julio 1234',
    [at('18 de Julio 1234'), at('18 de Julio 1234 bis', -34.8)],
    '18 de Julio 1234',
  ],
  // A text that may begin a call sign is no mistyped place.
  ['kb-', [at('Bvar. España')], null],
  ['KB 17', [at('B 17')], null],
  ['kb17x', [at('Kabul 17')], null],
  ['b', [at('Bvar. España')], 'Bvar. España'],
  ['18 de', [at('18 de Julio')], '18 de Julio'],
  ['Peru 7', [at('Perú 7')], 'Perú 7'],
  ['Bulevra', [at('Bulevar Artigas')], 'Bulevar Artigas'],
  ['Calle 8', [at('Calle 8 Bis')], 'Calle 8 Bis'],
])('Enter on %j, of %j, chooses %j', (text, found, name) => {
  const vehicles = found.filter((one) => 'ourRef' in one)
  const places = found.filter((one) => !('ourRef' in one)) as FoundPlace[]
  const only = { area: null, areas: [], found: { vehicles, places } }
  expect(chosenByEnter(text, suggestions(text, only))?.name ?? null).toBe(name)
})

test('call signs read after the text was typed come below those shown; a whole name always', () => {
  const records = Array.from({ length: 30 }, (_, n) => named(`v-${n}`, n < 8 ? `KB-17${n}` : null))
  let shown: readonly { id: string }[] = namedBy('kb17', areaOf(records), known)
  const idsAfter = (read: [slot: number, our_ref: string][]) => {
    for (const [slot, our_ref] of read) records[slot] = named(`v-${slot}`, our_ref)
    shown = withLater(
      'kb17',
      shown as typeof records,
      namedBy('kb17', areaOf(records), known),
      known,
    )
    return shown.map(({ id }) => id)
  }
  const first = ['v-0', 'v-1', 'v-2', 'v-3', 'v-4']
  expect(idsAfter([])).toEqual(first)
  expect(idsAfter([[20, 'KB-17']])).toEqual([...first, 'v-20'])
  // Six fit better than those that are shown, more are not added.
  expect(idsAfter([[9, 'AKB-17']])).toEqual([...first, 'v-20'])
  const six = [21, 22, 23, 24, 25, 26].map((slot): [number, string] => [slot, 'kb17'])
  expect(idsAfter(six)).toEqual([...first, 'v-20', 'v-21', 'v-22', 'v-23', 'v-24'])
})

test.each([
  ['Colonia y Ejido', 'Colonia / Ejido'],
  ['ejido / colonia', 'Colonia / Ejido'],
  ['hotel colonia ejido', 'Hotel Colonia Ejido'],
  ['colonia ejido 1234', null],
  ['colonia', null],
])('Enter after “%s” takes %s before a street of it', (text, name) => {
  const crossing = { ...address, kind: 'crossing', name: 'Colonia / Ejido' }
  const street = { ...address, kind: 'street', name: 'Ejido', position: { lat: -34.8, lng: -56.2 } }
  const other = {
    ...address,
    kind: 'street',
    name: 'Colonia',
    position: { lat: -34.8, lng: -56.1 },
  }
  const hotel = { ...address, kind: 'place', name: 'Hotel Colonia Ejido' }
  const places = [crossing, street, other, hotel] as FoundPlace[]
  const found = suggestions(text, { area: null, areas: [], found: { vehicles: [], places } })
  expect(chosenByEnter(text, found)?.name ?? null).toBe(name)
})
