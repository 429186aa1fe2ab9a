import { expect, test } from 'vitest'
import type { TrailPart } from '@/lib/api/contract/recording'
import { UNREADABLE } from '@/lib/interface/unreadable'
import { at, breakAt, pointAt, simulatedDrive } from '@/lib/testing/simulated-drive'
import type { Track } from './format-tracks'
import { exportName, formatGeoJson, formatTrailCsv } from './format-tracks'
import { readTrail } from './legs'

const RULE = { metres: 50, ms: 120_000 }
const name = '=cmd|"x" <&> \u0001 7'

const { points } = simulatedDrive(5, 0)
const half = Math.floor(points.length / 2)
const gap = {
  kind: 'break',
  fromMs: 0,
  toMs: 1,
  reason: 'service',
  problem: 'upstream-timeout',
} as const
const parts: TrailPart[] = [
  { kind: 'points', points: points.slice(0, half) },
  { ...gap, fromMs: points[half - 1]?.atMs ?? 0, toMs: points[half]?.atMs ?? 0 },
  { kind: 'points', points: points.slice(half) },
  breakAt(9_000, 9_900, 'absent'),
  { kind: 'points', points: [pointAt(at(9_900), { lat: 51.6, lng: 180 })] },
]
const track: Track = { id: 'v-7', ourRef: name, licencePlate: null, trail: readTrail(parts, RULE) }
const stops = track.trail.legs.filter(({ kind }) => kind === 'stop')

test('GeoJSON has every point with its time, in lines that gaps break', () => {
  const { type, features } = JSON.parse(formatGeoJson([track]))
  expect(type).toBe('FeatureCollection')
  const [line, ...others] = features
  expect(line.geometry.type).toBe('MultiLineString')
  expect(line.geometry.coordinates.map((one: unknown[]) => one.length)).toEqual([
    half,
    points.length - half,
  ])
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
  expect(
    ofKind('not known').map((one: typeof line) => [one.geometry, one.properties.reason]),
  ).toEqual([
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
  expect(line.properties.coordinateProperties.times[0].map(Date.parse)).toEqual([
    at(0),
    at(600),
    at(605),
  ])
})

test('a status that came and was not read is unreadable in files', () => {
  const status = UNREADABLE
  const stands = pointAt(at(0), { lat: 51.5, lng: 0 }, { status, lastMs: at(600) })
  const trail = readTrail([{ kind: 'points', points: [stands] }], RULE)
  const statuses = parseCsv(formatTrailCsv([{ ...track, trail }])).map((row) => row[8])
  expect(statuses).toEqual(['status', 'unreadable', 'unreadable'])
  const features: { properties: { statuses?: string[] } }[] = JSON.parse(
    formatGeoJson([{ ...track, trail }]),
  ).features
  expect(features.flatMap(({ properties }) => properties.statuses ?? [])).toEqual(['unreadable'])
})

/** Rows of fields that are all quoted. */
const parseCsv = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map(
      (row) =>
        row.match(/"(?:[^"]|"")*"/g)?.map((field) => field.slice(1, -1).replaceAll('""', '"')) ??
        [],
    )

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
  expect(ofKind('not known').map((row) => row[column('note')])).toEqual([
    'upstream-timeout',
    'absent',
  ])
})

test('a file is named by reference and span, as any file system takes it', () => {
  const span = { fromMs: at(0), toMs: at(3_600) }
  expect(exportName('KB-1205', span, 'csv')).toBe(
    'kerbside-KB-1205-20260501T160000Z-20260501T170000Z.csv',
  )
  expect(exportName('../سيارة 7:*?', span, 'csv')).toBe(
    'kerbside-سيارة-7-20260501T160000Z-20260501T170000Z.csv',
  )
})
