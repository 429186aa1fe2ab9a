import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NewZone, ZONE_COLOURS, ZONE_POINTS_MAXIMUM } from '@/lib/api/contract/zones'
import { zonesFault } from './check-zones'
import { readZonesFile, writeZonesFile } from './geojson'

type Pair = readonly [number, number]

const square: readonly Pair[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]

const polygon = (...rings: (readonly Pair[])[]) => ({ type: 'Polygon', coordinates: rings })

function fileOf(geometry: unknown, properties: unknown = { name: 'Port' }, more: object = {}) {
  const feature = { type: 'Feature', properties, geometry }
  return JSON.stringify({ type: 'FeatureCollection', features: [feature], ...more })
}

function faultOf(text: string): string {
  const read = readZonesFile(text)
  return 'fault' in read ? read.fault : 'none'
}

test.each([
  [
    'damaged',
    '{"type": "FeatureCollection",\n "features": [}',
    'The file is damaged: it isn’t valid JSON at line 2, column 15.',
  ],
  ['cut off', '{"type": "FeatureColl', /^The file is damaged: it isn’t valid JSON at line 1/],
  ['nested deeply', '['.repeat(100_000), 'The file is damaged: it isn’t valid JSON.'],
  [
    'too large',
    ' '.repeat(5 * 1024 * 1024 + 1),
    'The file is too large: 6 MB. Files of up to 5 MB can be imported.',
  ],
  [
    'no GeoJSON',
    '[1]',
    'This isn’t GeoJSON: a FeatureCollection, a Feature or a Polygon is expected.',
  ],
  ['empty', '{"type":"FeatureCollection","features":[]}', 'The file holds no zones.'],
  [
    'crossing',
    fileOf(
      polygon([
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
        [0, 0],
      ]),
    ),
    'Zone 1 of the file, “Port”, crosses itself: the line between points 1 and 2 meets the one between points 3 and 4.',
  ],
  [
    'projected',
    fileOf(
      polygon([
        [585000, 6137000],
        [586000, 6137000],
        [586000, 6138000],
        [585000, 6137000],
      ]),
    ),
    /^Zone 1 of the file, “Port”, is in another projection: point 1 \(585000, 6137000\) is outside ±180, ±90\./,
  ],
  [
    'another crs',
    fileOf(polygon(square), { name: 'Port' }, { crs: { properties: { name: 'EPSG:3857' } } }),
    'The file is in another projection: “EPSG:3857”. Save it in WGS 84 (EPSG:4326).',
  ],
  [
    'in another crs by its zone',
    fileOf(polygon(square)).replace(
      '"type":"Feature",',
      '"type":"Feature","crs":{"properties":{"name":"EPSG:3857"}},',
    ),
    'The file is in another projection: “EPSG:3857”. Save it in WGS 84 (EPSG:4326).',
  ],
  [
    'in another crs by its geometry',
    fileOf({ ...polygon(square), crs: { properties: { name: 'EPSG:3857' } } }),
    'The file is in another projection: “EPSG:3857”. Save it in WGS 84 (EPSG:4326).',
  ],
  [
    'beyond all numbers',
    fileOf(polygon(square)).replace('[1,1]', '[1e999,1]'),
    'Zone 1 of the file, “Port”, has a point that can’t be read: point 3.',
  ],
  [
    'open',
    fileOf(polygon(square.slice(0, 4))),
    'Zone 1 of the file, “Port”, isn’t closed: its last point must repeat its first.',
  ],
  [
    'two points',
    fileOf(
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
    ),
    'Zone 1 of the file, “Port”, has 2 different points; an outline needs at least 3.',
  ],
  [
    'on a line',
    fileOf(
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ]),
    ),
    'Zone 1 of the file, “Port”, covers no area: its points lie on one line.',
  ],
  [
    'a hole',
    fileOf(polygon(square, square)),
    'Zone 1 of the file, “Port”, has a hole: zones have none. Remove it from the file.',
  ],
  [
    'two parts',
    fileOf({ type: 'MultiPolygon', coordinates: [[square], [square]] }),
    'Zone 1 of the file, “Port”, has 2 parts: save each as a zone of its own.',
  ],
  [
    'a line',
    fileOf({ type: 'LineString', coordinates: square }),
    'Zone 1 of the file, “Port”, is of the type LineString; polygons and circles can be imported.',
  ],
  [
    'a bare point',
    fileOf({ type: 'Point', coordinates: [0, 0] }),
    'Zone 1 of the file, “Port”, is a point without a radius, so it isn’t a zone.',
  ],
  [
    'a text in a point',
    fileOf(
      polygon([
        [0, 0],
        ['1' as never, 0],
        [1, 1],
        [0, 0],
      ]),
    ),
    'Zone 1 of the file, “Port”, has a point that can’t be read: point 2.',
  ],
  [
    'over the date line',
    fileOf(
      polygon([
        [-179, 0],
        [179, 0],
        [179, 1],
        [-179, 0],
      ]),
    ),
    /crosses the 180th meridian/,
  ],
  [
    'wrong limits',
    fileOf(polygon(square), { name: 'Port', fewestFree: 5, mostFree: 2 }),
    'Zone “Port” has a lower limit (5) above its upper one (2).',
  ],
])('a file that is %s is refused in a sentence', (_kind, text, sentence) => {
  const fault = faultOf(text)
  if (typeof sentence === 'string') expect(fault).toBe(sentence)
  else expect(fault).toMatch(sentence)
})

test('zones by one name, too many zones and too many points are refused', () => {
  const feature = (name: string) => JSON.parse(fileOf(polygon(square), { name })).features[0]
  const collection = (features: unknown[]) =>
    JSON.stringify({ type: 'FeatureCollection', features })
  expect(faultOf(collection([feature('Port'), feature('port')]))).toBe(
    'Two zones are named “port”: rename one.',
  )
  const many = Array.from({ length: 201 }, (_, n) => feature(`Zone ${n}`))
  expect(faultOf(collection(many))).toBe('The file holds 201 zones; at most 200 can be imported.')
  const corners = Array.from({ length: ZONE_POINTS_MAXIMUM + 1 }, (_, n): Pair => {
    const angle = (n * 2 * Math.PI) / (ZONE_POINTS_MAXIMUM + 1)
    return [Math.cos(angle), Math.sin(angle)]
  })
  expect(faultOf(fileOf(polygon([...corners, corners[0] as Pair])))).toBe(
    'Zone 1 of the file, “Port”, has 201 points; at most 200 can be saved.',
  )
})

test('a file of another program is read: WGS 84 by name, heights, a doubled corner, one part', () => {
  const ring = [
    [0, 0, 12],
    [1, 0, 12],
    [1, 0, 12],
    [1, 1, 12],
    [0, 0, 12],
  ]
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }
  const geometry = { type: 'MultiPolygon', coordinates: [[ring]] }
  const read = readZonesFile(fileOf(geometry, { name: ' Port\n', colour: 'pink' }, { crs }))
  expect(read).toEqual({
    zones: [
      {
        name: 'Port',
        colour: 'blue',
        shape: {
          kind: 'polygon',
          points: [
            { lat: 0, lng: 0 },
            { lat: 0, lng: 1 },
            { lat: 1, lng: 1 },
          ],
        },
        fewestFree: null,
        mostFree: null,
      },
    ],
  })
  expect(readZonesFile(JSON.stringify(polygon(square)))).toMatchObject({
    zones: [{ name: 'Zone 1' }],
  })
})

test.each([
  ['🚕'.repeat(40), '🚕'.repeat(30)],
  [`a${'🚕'.repeat(40)}`, `a${'🚕'.repeat(29)}`],
  ['a'.repeat(61), 'a'.repeat(60)],
])('the name %s is cut to one that can be saved', (name, saved) => {
  expect(readZonesFile(fileOf(polygon(square), { name }))).toMatchObject({
    zones: [{ name: saved }],
  })
})

test.each([
  'EPSG:4326',
  'urn:ogc:def:crs:EPSG::4326',
  'urn:ogc:def:crs:EPSG:6.9:4326',
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
  'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
])('%s is WGS 84', (name) => {
  const crs = { type: 'name', properties: { name } }
  expect(faultOf(fileOf(polygon(square), { name: 'Port' }, { crs }))).toBe('none')
})

test.each<[string, Pair]>([
  ['the first corner', [0, 0]],
  ['a corner within 5 cm of the first', [2e-7, 1e-7]],
])('a ring that is closed twice, by %s, is read', (_kind, again) => {
  const closed = square.slice(0, 4)
  const read = readZonesFile(fileOf(polygon([...closed, again, [0, 0]])))
  expect(read).toEqual(readZonesFile(fileOf(polygon(square))))
  expect(read).toHaveProperty('zones')
})

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((steps) => steps / 1e6)
const limits = fc.option(fc.nat({ max: 100 }))
const zoneOf = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ]{0,30}[a-z]$/),
  colour: fc.constantFrom(...ZONE_COLOURS),
  shape: fc.oneof(
    fc.record({
      kind: fc.constant('circle' as const),
      centre: fc.record({ lat: degrees(90), lng: degrees(180) }),
      radius: fc.integer({ min: 10, max: 200_000 }),
    }),
    fc.record({
      kind: fc.constant('polygon' as const),
      points: fc.array(fc.record({ lat: degrees(80), lng: degrees(80) }), {
        minLength: 3,
        maxLength: 5,
      }),
    }),
  ),
  fewestFree: limits,
  mostFree: limits,
})

test('what can be saved is read from its export as it was', () => {
  fc.assert(
    fc.property(zoneOf, (zone: NewZone) => {
      fc.pre(zonesFault([zone]) === null)
      expect(readZonesFile(writeZonesFile([zone]))).toEqual({ zones: [zone] })
    }),
  )
})

test('no text makes the reader fail in any other way than by a sentence', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const read = readZonesFile(text)
      expect('fault' in read && /^[A-Z“].*\.$/su.test(read.fault)).toBe(true)
    }),
  )
})
