import { expect, test } from 'vitest'
import { light } from '@/components/map/basemap/flavours'
import { TYPEFACE } from '@/lib/format/typeface'
import { brokenLines, namesOf } from './place-names'
import { boxOf, type Feature, LINE, NAME_LINES, nameLines, type PlacedTile, POINT } from './tiles'

const look = { style: 1, flavour: light, zoom: 14, scale: 1, pixelRatio: 1 }
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
  expect([...texts]).toEqual(['City', 'Village', 'Main', 'Old Town'])
  expect(names.find(({ lines }) => lines[0] === 'City')?.pixels).toBe(16)
  expect(namesOf(tile, { ...look, zoom: 17 }, measure, TYPEFACE).at(-1)?.lines).toEqual(['7'])
})

test('long names take several lines, in any script', () => {
  expect(brokenLines('Estación Central General Artigas')).toEqual([
    'Estación',
    'Central General',
    'Artigas',
  ])
  expect(brokenLines('東京駅')).toEqual(['東京駅'])
})
