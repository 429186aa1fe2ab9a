import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { TrailPart } from '@/lib/contract/recording-questions'
import { DRIVE_BEGINS_MS, pointAt, simulatedDrive } from '@/lib/testing/simulated-drive'
import { exportName } from './export-name'
import { formatGeoJson } from './geojson'
import { formatGpx } from './gpx'
import { readTrail } from './legs'
import type { Track } from './track'
import { formatTrailCsv } from './trail-csv'
import { formatVisitors } from './visitor-files'
import { formatCountsCsv } from './visitors-csv'

const RULE = { metres: 50, ms: 120_000 }
const at = (seconds: number) => DRIVE_BEGINS_MS + seconds * 1000
const name = '=cmd|"x" <&> \u0001 7'

const { points } = simulatedDrive(5, 0)
const half = Math.floor(points.length / 2)
const gap = { kind: 'break', fromMs: 0, toMs: 1, reason: 'service', problem: 'upstream-timeout' } as const
const parts: TrailPart[] = [
  { kind: 'points', points: points.slice(0, half) },
  { ...gap, fromMs: points[half - 1]?.atMs ?? 0, toMs: points[half]?.atMs ?? 0 },
  { kind: 'points', points: points.slice(half) },
  { kind: 'break', fromMs: at(9_000), toMs: at(9_900), reason: 'absent', problem: null },
  { kind: 'points', points: [pointAt(at(9_900), { lat: 51.6, lng: 180 })] },
]
const track: Track = { id: 'v-7', ourRef: name, licencePlate: null, trail: readTrail(parts, RULE) }
const stops = track.trail.legs.filter(({ kind }) => kind === 'stop')

test('GeoJSON has every point with its time, in lines that gaps break', () => {
  const { type, features } = JSON.parse(formatGeoJson([track]))
  expect(type).toBe('FeatureCollection')
  const [line, ...others] = features
  expect(line.geometry.type).toBe('MultiLineString')
  expect(line.geometry.coordinates.map((one: unknown[]) => one.length)).toEqual([half, points.length - half])
  const first = points[0]
  expect(line.geometry.coordinates[0][0]).toEqual([first?.lng, first?.lat])
  const { times } = line.properties.coordinateProperties
  expect(times.flat().map(Date.parse)).toEqual(points.map(({ atMs }) => atMs))
  const ofKind = (kind: string) => others.filter((one: typeof line) => one.properties.kind === kind)
  expect(ofKind('seen once')[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [180, 51.6] },
    properties: { time: '2026-05-01T18:45:00Z', our_ref: name },
  })
  expect(ofKind('stop').map((one: typeof line) => Date.parse(one.properties.from))).toEqual(
    stops.map((stop) => ('fromMs' in stop ? stop.fromMs : 0)),
  )
  expect(ofKind('not known').map((one: typeof line) => [one.geometry, one.properties.reason])).toEqual([
    [null, 'service'],
    [null, 'absent'],
  ])
})

test('a line of GeoJSON is cut at 180°', () => {
  const across = [179.9995, 179.9999, -179.9999, -179.9995].map((lng, n) =>
    pointAt(at(n * 5), { lat: -17, lng }),
  )
  const trail = readTrail([{ kind: 'points', points: across }], RULE)
  const [line] = JSON.parse(formatGeoJson([{ ...track, trail }])).features
  expect(line.geometry.coordinates).toEqual([
    [
      [179.9995, -17],
      [179.9999, -17],
    ],
    [
      [-179.9999, -17],
      [-179.9995, -17],
    ],
  ])
})

test('a position where a vehicle stands is written with its first and its last time', () => {
  const standing = [
    pointAt(at(0), { lat: 51.5, lng: 0 }, { lastMs: at(600) }),
    pointAt(at(605), { lat: 51.501, lng: 0 }),
  ]
  const trail = readTrail([{ kind: 'points', points: standing }], RULE)
  const [line] = JSON.parse(formatGeoJson([{ ...track, trail }])).features
  expect(line.properties.coordinateProperties.times[0].map(Date.parse)).toEqual([at(0), at(600), at(605)])
})

interface XmlNode {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  readonly text: string
}

/** By another program's parser, in the order of the file. */
function parseXml(text: string): XmlNode {
  expect(XMLValidator.validate(text)).toBe(true)
  const parser = new XMLParser({
    ...{ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false },
    processEntities: true,
  })
  const read = (node: Record<string, unknown>): XmlNode => {
    const tag = Object.keys(node).find((key) => key !== ':@') ?? ''
    const inside = (node[tag] ?? []) as Record<string, unknown>[]
    return {
      tag,
      attributes: (node[':@'] ?? {}) as Record<string, string>,
      children: inside.filter((one) => !('#text' in one)).map(read),
      text: inside.map((one) => one['#text'] ?? '').join(''),
    }
  }
  const nodes = (parser.parse(text) as Record<string, unknown>[]).map(read)
  return nodes.find(({ tag }) => tag === 'gpx') as XmlNode
}

// Sequences of the schema, as far as they are written.
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  gpx: ['metadata', 'wpt', 'trk'],
  metadata: ['name', 'time'],
  wpt: ['time', 'name', 'desc'],
  trk: ['name', 'trkseg'],
  trkseg: ['trkpt'],
  trkpt: ['time'],
}

/** Holds a node against GPX 1.1: elements, their order, attributes and types. */
function expectGpx({ tag, attributes, children, text }: XmlNode): void {
  const sequence = SEQUENCES[tag] ?? []
  const places = children.map((child) => sequence.indexOf(child.tag))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places.filter((place) => place < 0)).toEqual([])
  if (tag === 'time') expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  if (tag === 'wpt' || tag === 'trkpt') {
    expect(attributes.lat).toMatch(/^-?\d+(\.\d+)?$/)
    expect(attributes.lon).toMatch(/^-?\d+(\.\d+)?$/)
    expect(Math.abs(Number(attributes.lat))).toBeLessThanOrEqual(90)
    expect(Number(attributes.lon)).toBeGreaterThanOrEqual(-180)
    expect(Number(attributes.lon)).toBeLessThan(180)
  }
  children.forEach(expectGpx)
}

test('GPX is as its schema wants it, with a segment for each time without a gap', () => {
  const gpx = parseXml(formatGpx([track], { name, nowMs: at(0) }))
  expectGpx(gpx)
  expect(gpx.attributes).toMatchObject({
    version: '1.1',
    creator: 'Kerbside',
    xmlns: 'http://www.topografix.com/GPX/1/1',
  })
  const named = (node: XmlNode | undefined, tag: string) =>
    node?.children.filter((one) => one.tag === tag) ?? []
  const [trk] = named(gpx, 'trk')
  expect(named(trk, 'name')[0]?.text).toBe('=cmd|"x" <&> \ufffd 7')
  const segments = named(trk, 'trkseg')
  expect(segments.map(({ children }) => children.length)).toEqual([half, points.length - half, 1])
  const written = segments
    .slice(0, 2)
    .flatMap(({ children }) =>
      children.map((one) => [
        Number(one.attributes.lat),
        Number(one.attributes.lon),
        Date.parse(one.children[0]?.text ?? ''),
      ]),
    )
  for (const [n, { lat, lng, atMs }] of points.entries()) {
    expect(written[n]?.[0]).toBeCloseTo(lat, 8)
    expect(written[n]?.[1]).toBeCloseTo(lng, 8)
    expect(written[n]?.[2]).toBe(atMs)
  }
  expect(segments[2]?.children[0]?.attributes.lon).toBe('-180')
  expect(named(gpx, 'wpt')).toHaveLength(stops.length)
})

/** Rows of an RFC 4180 text, letter by letter. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let [field, isQuoted] = ['', false]
  const letters = [...text.replace(/^\ufeff/, '')]
  for (let n = 0; n < letters.length; n++) {
    const letter = letters[n] as string
    if (isQuoted && letter === '"' && letters[n + 1] === '"') field += letters[++n]
    else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === ',' || letter === '\n')) {
      rows.at(-1)?.push(field)
      field = ''
      if (letter === '\n') rows.push([])
    } else if (isQuoted || letter !== '\r') field += letter
  }
  return rows.slice(0, -1)
}

test('CSV has each point once, with its way and speed, and each stop and gap; a name is no formula', () => {
  const [header, ...rows] = parseCsv(formatTrailCsv([track]))
  expect(rows.every((row) => row.length === header?.length)).toBe(true)
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set([`'${name}`]))
  const column = (title: string) => header?.indexOf(title) ?? -1
  const ofKind = (kind: string) => rows.filter((row) => row[column('kind')] === kind)
  expect(ofKind('point').map((row) => Date.parse(row[column('from_utc')] ?? ''))).toEqual([
    ...points.map(({ atMs }) => atMs),
    at(9_900),
  ])
  const second = ofKind('point')[1]
  expect(Number(second?.[column('km_per_hour')])).toBeCloseTo(
    (Number(second?.[column('metres')]) / 5) * 3.6,
    0,
  )
  expect(ofKind('stop')).toHaveLength(stops.length)
  expect(ofKind('not known').map((row) => row[column('note')])).toEqual(['upstream-timeout', 'absent'])
})

const visit = { firstMs: at(0), lastMs: at(65), isBeginKnown: false, isEndKnown: true, isPassing: false }
const directory = { our_ref: '+1', licence_plate: null, active_booking_id: null }
const visitors = [
  {
    ...{ id: 'v-7', directory, statuses: ['busy', null] },
    visits: [visit, { ...visit, firstMs: at(90), lastMs: at(95), isPassing: true }],
  },
]
const visitorsAs = (format: 'geojson' | 'gpx' | 'csv') =>
  formatVisitors(
    format,
    visitors,
    { position: { lat: 51.5, lng: -0.1 }, radius: 300 },
    { name, nowMs: at(0) },
  )

test('visits are rows of CSV, features of GeoJSON without a place, waypoints of GPX at the middle', () => {
  expect(parseCsv(visitorsAs('csv'))[1]).toEqual([
    ...['v-7', `'+1`, '', '2026-05-01T16:00:00Z', '2026-05-01T16:01:05Z', 'no', 'yes', 'no', 'busy '],
  ])
  const [circle, ...features] = JSON.parse(visitorsAs('geojson')).features
  expect(circle).toMatchObject({
    geometry: { coordinates: [-0.1, 51.5] },
    properties: { radius_metres: 300 },
  })
  expect(features).toMatchObject([
    { geometry: null, properties: { kind: 'visit', our_ref: '+1', last: '2026-05-01T16:01:05Z' } },
    { geometry: null, properties: { kind: 'passing', first: '2026-05-01T16:01:30Z' } },
  ])
  const gpx = parseXml(visitorsAs('gpx'))
  expectGpx(gpx)
  const [, first, second] = gpx.children
  expect([first?.attributes.lat, ...(first?.children ?? []).map(({ text }) => text)]).toEqual([
    ...['51.5', '2026-05-01T16:00:00Z', '+1'],
    'Inside 300 m around this point, until 2026-05-01T16:01:05Z',
  ])
  expect(second?.children[2]?.text).toMatch(/^Passed through/)
})

test('counts are rows of CSV', () => {
  const counts = [{ atMs: at(0), total: 3, byStatus: { available: 2, '': 1 } }]
  expect(parseCsv(formatCountsCsv(counts, ['available', 'busy', '']))).toEqual([
    ['time_utc', 'total', 'available', 'busy', 'no status'],
    ['2026-05-01T16:00:00Z', '3', '2', '0', '1'],
  ])
})

test('a file is named by reference and span, as any file system takes it', () => {
  const span = { fromMs: at(0), toMs: at(3_600) }
  expect(exportName('KB-1205', span, 'gpx')).toBe('kerbside-KB-1205-20260501T160000Z-20260501T170000Z.gpx')
  expect(exportName('../سيارة 7:*?', span, 'csv')).toBe(
    'kerbside-سيارة-7-20260501T160000Z-20260501T170000Z.csv',
  )
})
