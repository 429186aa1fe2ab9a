import { expect, test } from 'vitest'
import { type Flavour, GROUND_COLOURS } from '@/components/map/basemap/flavours'
import { positionAt } from '@/components/map/mercator'
import { TYPEFACE } from '@/lib/format/typeface'
import { brokenLines, namesOf } from './place-names'
import {
  boxOf,
  type Feature,
  LINE,
  NAME_LINES,
  nameLines,
  type PlacedTile,
  POINT,
  withLandmarks,
} from './tiles'

const flavour = Object.fromEntries(GROUND_COLOURS.map((name) => [name, name])) as Flavour
const look = { style: 1, flavour, zoom: 14, scale: 1, pixelRatio: 1 }
const measure = (text: string, font: string) =>
  text.length * Number(/([\d.]+)px/.exec(font)?.[1]) * 0.5

const feature = (
  type: number,
  properties: Feature['properties'],
  ...points: [number, number][]
): Feature => {
  const lines = [points.map(([x, y]) => ({ x, y }))]
  return { type, lines, box: boxOf(lines), properties }
}
const street = (name: string, ...points: [number, number][]) =>
  feature(LINE, { kind: 'major_road', name }, ...points)
const tileWith = (layers: Record<string, Feature[]>): PlacedTile => ({
  address: { z: 13, x: 2, y: 3 },
  left: 1000,
  top: 2000,
  scale: 1,
  layers: new Map(Object.entries({ [NAME_LINES]: nameLines(layers.roads ?? []), ...layers })),
})

test('a street is named in the middle of its straight part, along it and never upside down', () => {
  const [east] = namesOf(
    tileWith({ roads: [street('Main', [0, 100], [200, 100])] }),
    look,
    measure,
    TYPEFACE,
  )
  expect(east).toMatchObject({ lines: ['Main'], x: 1100, y: 2100 })
  expect(east?.angle).toBeCloseTo(0)
  const [west] = namesOf(
    tileWith({ roads: [street('Main', [200, 100], [0, 100])] }),
    look,
    measure,
    TYPEFACE,
  )
  expect(west?.angle).toBeCloseTo(0)
  const [slanting] = namesOf(
    tileWith({ roads: [street('Main', [0, 0], [100, 100])] }),
    look,
    measure,
    TYPEFACE,
  )
  expect(slanting?.angle).toBeCloseTo(Math.PI / 4)
  // Squares along it cover its ends, and not the corners beside it.
  expect(slanting?.boxes.length).toBeGreaterThan(1)
})

test('a street that is too short or too bent has no name', () => {
  const bent = Array.from({ length: 9 }, (_, n): [number, number] => [n * 20, n % 2 ? 15 : 0])
  for (const road of [street('Long Street', [0, 0], [30, 0]), street('Long Street', ...bent)])
    expect(namesOf(tileWith({ roads: [road] }), look, measure, TYPEFACE)).toEqual([])
})

test('between whole zooms names keep their size on the screen', () => {
  const tile = tileWith({ roads: [street('Main', [0, 100], [200, 100])] })
  const [name] = namesOf(tile, { ...look, scale: 2 }, measure, TYPEFACE)
  expect([name?.pixels, name?.font]).toEqual([5.5, `400 5.5px ${TYPEFACE}`])
})

test('the most important come first, and what is too small for the zoom not at all', () => {
  const place = (name: string, kind: string, rank: number, x: number) =>
    feature(POINT, { kind, name, population_rank: rank }, [x, 50])
  const tile = tileWith({
    places: [
      ...[place('Village', 'locality', 3, 0), place('City', 'locality', 12, 100)],
      place('Old Town', 'neighbourhood', 1, 200),
    ],
    buildings: [feature(POINT, { addr_housenumber: '7' }, [9, 9])],
    roads: [street('Main', [0, 100], [200, 100])],
  })
  const names = namesOf(tile, look, measure, TYPEFACE)
  const texts = new Set(names.map(({ lines }) => lines.join(' ')))
  expect([...texts]).toEqual(['Village', 'Old Town', 'Main'])
  const [city] = namesOf(tile, { ...look, zoom: 12 }, measure, TYPEFACE)
  expect([city?.lines, city?.pixels]).toEqual([['City'], 17])
  expect(namesOf(tile, { ...look, zoom: 17 }, measure, TYPEFACE).at(-1)?.lines).toEqual(['7'])
})

test('a landmark has a symbol, and from nearer its name below or above it', () => {
  const hospital = feature(POINT, { kind: 'hospital', name: 'Maciel' }, [100, 50])
  const tile = tileWith({ pois: [hospital] })
  expect(namesOf(tile, { ...look, zoom: 13 }, measure, TYPEFACE)).toEqual([])
  const [alone, ...others] = namesOf(tile, look, measure, TYPEFACE)
  expect(alone).toMatchObject({ symbol: 'hospital', lines: [], x: 1100, y: 2050 })
  expect(others).toEqual([])
  const places = namesOf(tile, { ...look, zoom: 15 }, measure, TYPEFACE)
  const downs = places.map(({ lines, textDown = 0 }) => lines.length * Math.sign(textDown))
  expect(downs).toEqual([1, -1, 0])
  // One is enough.
  expect(new Set(places.map(({ key }) => key)).size).toBe(1)
})

test('landmarks of the city stand for the points that a file lacks, in their tile alone', () => {
  const tile = tileWith({})
  const at = (tileX: number, name: string) =>
    ({ name, kind: 'hospital', position: positionAt(tileX / 2 ** 13, 3.5 / 2 ** 13) }) as const
  const data = withLandmarks(tile, [at(2.25, 'Here'), at(1.75, 'West')])
  const points = data.layers.get('pois') ?? []
  expect(points.map(({ properties }) => properties.name)).toEqual(['Here'])
  expect(points[0]?.lines[0]?.[0]?.x).toBeCloseTo(128, 6)
})

test('long names take several lines, in any script', () => {
  expect(brokenLines('Estación Central General Artigas')).toEqual([
    'Estación',
    'Central General',
    'Artigas',
  ])
  expect(brokenLines('東京駅')).toEqual(['東京駅'])
})
