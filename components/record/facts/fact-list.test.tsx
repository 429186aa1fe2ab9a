import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { withoutPeople } from '@/lib/interface/fields/personal-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { readVehicleSearchObject } from '@/lib/interface/readers'
import { readVehicle } from '@/lib/testing/read-records'
import { CONTACT, FactList } from './fact-list'

const given = { id: 'v-7', driver_name: 'Ines Calder', driver_phone_number: '+44 7700 900107' }

/** The values of the list, as text. */
function valuesOf(inspected: Parameters<typeof FactList>[0]['inspected']): string[] {
  const html = renderToStaticMarkup(
    <FactList table={vehicleFields} names={CONTACT} inspected={inspected} />,
  )
  return [...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, value]) =>
    (value as string).replaceAll(/<[^>]+>/g, ''),
  )
}

it('says of a withheld field that viewers are not shown it, whether the service sent it or not', () => {
  const whole = readVehicle(given)
  const bare = readVehicle({ id: 'v-8' })
  if (!whole || !bare) throw new Error('unreadable')
  expect(valuesOf(withoutPeople(whole))).toEqual(['Not shown to viewers', 'Not shown to viewers'])
  expect(valuesOf(withoutPeople(bare))).toEqual(['Not shown to viewers', 'Not shown to viewers'])
  expect(valuesOf(bare)).toEqual(['—not reported', '—not reported'])
})

it('says of a value in another form how it was sent, and never of an unreadable one that it is missing', () => {
  const given = { passengers_max: '4', functions: ['a', 5], load_m3: '1,5', id: 17 }
  const inspected = readVehicle(given)
  if (!inspected) throw new Error('unreadable')
  const names = ['id', 'passengers_max', 'load_m3', 'functions']
  const html = renderToStaticMarkup(
    <FactList table={vehicleFields} names={names} inspected={inspected} />,
  )
  const values = [...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, value = '']) =>
    value
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  expect(values).toEqual([
    expect.stringMatching(/^17 .*sent as a number$/),
    '4 sent as text',
    'unreadable &quot;1,5&quot;',
    'A unreadable 5',
  ])
})

it('says of 0,0 that no position was ever reported', () => {
  const inspected = readVehicleSearchObject({ id: 'v-7', position: { lat: 0, lng: 0 } })
  if (!inspected) throw new Error('unreadable')
  const html = renderToStaticMarkup(
    <FactList table={vehicleSearchObjectFields} names={['position']} inspected={inspected} />,
  )
  expect(html).toContain('never reported (0, 0)')
})
