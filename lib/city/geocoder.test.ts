import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '@/lib/testing/servers'
import { createGeocoder, type GeocoderOptions } from './geocoder'

type Kind = 'photon' | 'nominatim'
type Answer = (request: IncomingMessage, response: ServerResponse) => void

const lines: string[] = []

function open(kind: Kind, url: string, options: Partial<GeocoderOptions> = {}) {
  lines.length = 0
  const path = kind === 'photon' ? '/api/' : '/search'
  return createGeocoder({
    settings: { kind, url: url + path },
    log: (line) => lines.push(line),
    ...options,
  })
}

function json(body: unknown): Answer {
  return (_request, response) => response.end(JSON.stringify(body))
}

/** Of Photon, at a place in Montevideo. */
const feature = (properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-56.19, -34.9] },
  properties: {
    osm_id: 1,
    countrycode: 'UY',
    extent: [-56.2, -34.9, -56.1, -35],
    ...properties,
  },
})

/** Of Nominatim, near Greenwich. */
const result = (fields: object) => ({
  place_id: 1,
  licence: 'ODbL',
  osm_type: 'way',
  osm_id: 2,
  importance: 0.1,
  boundingbox: ['1', '2'],
  lat: '51.4779',
  lon: '5e-05',
  category: 'highway',
  place_rank: 26,
  name: '',
  ...fields,
})

const city = 'Montevideo'
const house = {
  osm_key: 'place',
  street: 'Ejido',
  housenumber: '1275',
  district: 'Centro',
  city,
}
const photon = {
  type: 'FeatureCollection',
  features: [feature(house), feature({ osm_key: 'highway', name: 'Ejido', city })],
}

test('Photon is asked with what was typed and the position, and its features are places', async () => {
  await using server = await listen(json(photon))
  const found = await open('photon', server.url)('ejido 1275', { lat: -34.9, lng: -56.2 })
  const address = {
    kind: 'address',
    name: 'Ejido 1275',
    detail: 'Centro, Montevideo',
    between: null,
  }
  const places = [
    { ...address, position: { lat: -34.9, lng: -56.19 }, source: 'geocoder' },
    expect.objectContaining({ kind: 'street', name: 'Ejido', detail: 'Montevideo' }),
  ]
  expect(found).toEqual({ geocoder: 'ready', places })
  expect(server.seen).toEqual(['/api/?q=ejido+1275&limit=8&lat=-34.9&lon=-56.2'])
})

test('Nominatim is asked in its own way', async () => {
  const address = { road: 'Ejido', house_number: '1275', suburb: 'Centro', city: 'Montevideo' }
  const place = { category: 'place', display_name: '1275, Ejido, Centro, Montevideo', address }
  await using server = await listen(json([result(place)]))
  const found = await open('nominatim', server.url)('ejido 1275', null)
  expect(found.places).toMatchObject([
    { kind: 'address', name: 'Ejido 1275', detail: 'Centro, Montevideo' },
  ])
  expect(server.seen).toEqual(['/search?q=ejido+1275&limit=8&format=jsonv2&addressdetails=1'])
})

test('a phone number is not sent, a postcode is', async () => {
  await using server = await listen(json([]))
  const geocode = open('nominatim', server.url)
  for (const text of ['+598 99 123 456', '11200']) await geocode(text, null)
  expect(server.seen).toEqual(['/search?q=11200&limit=8&format=jsonv2&addressdetails=1'])
})

test('Nominatim prefers places around the position', async () => {
  await using server = await listen(json([]))
  await open('nominatim', server.url)('main street', { lat: -34.9, lng: 179.9 })
  const asked = new URL(server.seen[0] ?? '', server.url).searchParams
  expect(asked.get('viewbox')).toBe('179.6500,-35.1500,180.0000,-34.6500')
  expect(asked.has('bounded')).toBe(false)
})

test('answers as their servers write them are read: Greenwich, a bus stop, a village, no name', async () => {
  const name = 'Blackheath Avenue'
  const address = {
    road: name,
    suburb: 'Greenwich',
    village: 'Kidbrooke',
    'ISO3166-2-lvl4': 'GB-ENG',
  }
  const stop = { name: 'The Stop', display_name: 'The Stop, Greenwich', lat: '-1.2e-05' }
  await using server = await listen(
    json([
      result({ addresstype: 'road', name, display_name: `${name}, Greenwich`, address }),
      result({ addresstype: 'highway', ...stop }),
      result({ category: 'boundary', addresstype: 'city', display_name: 'London, England' }),
    ]),
  )
  const { places } = await open('nominatim', server.url)('blackheath', null)
  expect(places.map(({ kind, name, detail }) => [kind, name, detail])).toEqual([
    ['street', 'Blackheath Avenue', 'Greenwich, Kidbrooke'],
    ['place', 'The Stop', null],
    ['place', 'London', null],
  ])
  expect(places.map(({ position }) => position.lng)).toEqual([0.00005, 0.00005, 0.00005])
  expect(places[1]?.position.lat).toBe(-0.000012)
  const house = { osm_key: 'place', type: 'house', housenumber: '3' }
  const busStop = { osm_key: 'highway', osm_value: 'bus_stop', type: 'house', name: 'Stadion' }
  const features = [
    { ...busStop, locality: 'Westend' },
    { osm_key: 'highway', type: 'street', name: 'Olympischer Platz', city: 'Berlin' },
    ...[{ ...house, street: 'Olympischer Platz', county: 'Mitte' }, house],
  ]
  await using photonServer = await listen(json({ features: features.map(feature) }))
  const found = await open('photon', photonServer.url)('olympischer platz', null)
  expect(found.places.map(({ kind, name, detail }) => [kind, name, detail])).toEqual([
    ['place', 'Stadion', 'Westend'],
    ['street', 'Olympischer Platz', 'Berlin'],
    ['address', 'Olympischer Platz 3', 'Mitte'],
  ])
})

test('a row that cannot be read leaves the others', async () => {
  const broken = { type: 'Feature', geometry: null, properties: { name: 'Nowhere' } }
  const [first] = photon.features
  await using photonServer = await listen(json({ ...photon, features: [broken, first, 7] }))
  const found = await open('photon', photonServer.url)('ejido 1275', null)
  expect(found).toMatchObject({ geocoder: 'ready', places: [{ name: 'Ejido 1275' }] })
  const rows = [{ lat: '91', lon: '0', display_name: 'x' }, result({ display_name: 'Ejido' })]
  await using server = await listen(json(rows))
  const { places } = await open('nominatim', server.url)('ejido', null)
  expect(places.map(({ name }) => name)).toEqual(['Ejido'])
  expect(lines).toEqual([])
})

test('rows of one text are one place where they are near, and otherwise say what differs', async () => {
  const at = (lat: number, properties: object) => ({
    ...feature({ osm_key: 'highway', type: 'street', name: 'High Street', ...properties }),
    geometry: { type: 'Point', coordinates: [-0.1, lat] },
  })
  const features = [
    at(51.5, { city: 'Ashford', county: 'Kent', postcode: 'TN24' }),
    // 200 m on.
    at(51.5018, { city: 'Ashford', county: 'Kent', postcode: 'TN24' }),
    at(51.52, { city: 'Ashford', county: 'Surrey' }),
    at(51.6, { city: 'Barnet', country: 'United Kingdom' }),
  ]
  await using server = await listen(json({ features }))
  const { places } = await open('photon', server.url)('high street', null)
  expect(places.map(({ detail }) => detail)).toEqual(['Ashford, TN24', 'Ashford, Surrey', 'Barnet'])
})

const nowhere = { geometry: { coordinates: [null, ''] }, properties: {} }

test.each<[string, Kind, Answer, RegExp]>([
  [
    'HTML',
    'photon',
    (_request, response) => response.end('<html>Welcome</html>'),
    /not valid JSON/,
  ],
  ['another shape', 'photon', json({ features: 'none' }), /another shape/],
  [
    'a position that is none',
    'nominatim',
    json([{ lat: '91', lon: '0', display_name: 'x' }]),
    /another shape/,
  ],
  ['no position', 'photon', json({ ...photon, features: [nowhere] }), /another shape/],
  ['more than it may', 'nominatim', json(Array(400_000).fill(1)), /larger than 524288/],
  ['an error', 'photon', (_request, response) => response.writeHead(500).end(), /status 500/],
  ['nothing', 'photon', (request) => request.socket.destroy(), /cannot be reached/],
  ['too late', 'nominatim', () => undefined, /no answer in time/],
])(
  'a geocoder that answers %s has failed, and the log has the reason',
  async (_what, kind, answer, reason) => {
    await using server = await listen(answer)
    // Short only where it passes: the others answer at once, on a busy machine later.
    const geocode = open(kind, server.url, {
      timeLimitMs: reason.test('no answer in time') ? 300 : 10_000,
    })
    expect(await geocode('ejido 1275', null)).toEqual({ places: [], geocoder: 'failed' })
    expect(lines).toEqual([expect.stringMatching(reason)])
    expect(lines.join()).not.toContain('ejido')
  },
)

test('a redirect is not followed, whatever the host', async () => {
  await using elsewhere = await listen(json(photon))
  await using server = await listen((_request, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/api/?q=x` }).end(),
  )
  expect((await open('photon', server.url)('ejido 1275', null)).geocoder).toBe('failed')
  expect(elsewhere.seen).toEqual([])
})

test('after a failure it is left alone for a while', async () => {
  let nowMs = 0
  let isDown = true
  await using server = await listen((_request, response) =>
    isDown ? response.writeHead(503).end() : response.end(JSON.stringify(photon)),
  )
  const geocode = open('photon', server.url, { now: () => nowMs })
  await geocode('ejido 1275', null)
  expect((await geocode('ejido 1276', null)).geocoder).toBe('failed')
  expect(server.seen).toHaveLength(1)
  isDown = false
  nowMs = 15_001
  expect((await geocode('ejido 1276', null)).geocoder).toBe('ready')
})

test('beyond five calls a second, calls wait, and do without it in the end', async () => {
  await using server = await listen(json(photon))
  // A clock that stands still: no second passes.
  const geocode = open('photon', server.url, { now: () => 0, timeLimitMs: 1500 })
  const found = await Promise.all(Array.from({ length: 8 }, (_, n) => geocode(`ejido ${n}`, null)))
  expect(server.seen).toHaveLength(5)
  const failed = found.filter(({ geocoder }) => geocoder === 'failed')
  expect([found.length, failed.length]).toEqual([8, 3])
  expect(lines).toEqual([])
})

test('without GEOCODER_URL, or with hardly a word, nothing is asked', async () => {
  const send = () => Promise.reject(new Error('network'))
  const none = createGeocoder({ settings: null, log: () => undefined, send })
  expect(await none('ejido 1275', null)).toEqual({ places: [], geocoder: 'none' })
  await using server = await listen(json(photon))
  expect(await open('photon', server.url)('ej', null)).toEqual({ places: [], geocoder: 'ready' })
  expect(server.seen).toEqual([])
})
