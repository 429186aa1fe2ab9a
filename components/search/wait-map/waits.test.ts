import { expect, test } from 'vitest'
import { waitStepOf } from '@/components/map/wait-steps'
import { formatShare } from '@/lib/format/number'
import { distanceMetres } from '@/lib/interface/geometry'
import { sharesOf, stepInWords, streetMetres, waitedVehicles, waitsInWords } from './waits'

test.each([
  [0, 0, 'up to 2 min'],
  [120, 0, 'up to 2 min'],
  [120.5, 1, '2 to 4 min'],
  [480, 2, '4 to 8 min'],
  [720, 3, '8 to 12 min'],
  [721, 4, 'over 12 min'],
  [null, 5, 'not reachable within an hour'],
])('a wait of %j s is in step %d, %j', (seconds, step, words) => {
  expect([waitStepOf(seconds), stepInWords(step)]).toEqual([step, words])
})

test('streets count by their length', () => {
  // 111 m to the north and as far back, then 3 × 111 m.
  const streets = [
    [-34_900_000, -56_200_000, 1_000, 0, -1_000, 0],
    [-34_900_000, -56_200_000, 3_000, 0],
  ]
  const metres = streetMetres(streets)
  expect(Math.round(metres[0] as number)).toBe(222)
  expect(Math.round(metres[1] as number)).toBe(334)
  const [east] = streetMetres([[-34_900_000, -56_200_000, 0, 5_000]])
  expect(east).toBeCloseTo(
    distanceMetres({ lat: -34.9, lng: -56.2 }, { lat: -34.9, lng: -56.195 }),
    0,
  )
  expect(sharesOf(Uint8Array.of(0, 5), metres).map(formatShare).join(' ')).toBe(
    '40% 0% 0% 0% 0% 60%',
  )
})

const TENTH = '10% of the streets within this circle'
const shares = [0.7, 0.1, 0.1, 0, 0.07, 0.03]

test.each([
  [
    660,
    'Camino Maldonado',
    'Nowhere within this circle over 12 min; longest near Camino Maldonado: 11 min.',
  ],
  [1_500, 'Ruta 5', `${TENTH} over 12 min; longest near Ruta 5: 25 min.`],
  [725, null, `${TENTH} over 12 min; longest: 13 min.`],
  [61, null, 'Nowhere within this circle over 2 min; longest: 2 min.'],
  [null, 'Ruta 5', `${TENTH} over 12 min; longest near Ruta 5: not reachable within an hour.`],
])('a longest wait of %j s near %j in words', (seconds, name, words) => {
  expect(waitsInWords({ longest: { seconds, name } }, shares)).toBe(words)
  expect(waitsInWords({ longest: null }, shares)).toBe('There are no streets within this circle.')
})

test('of too many vehicles one of each cell counts, all over the circle', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => ({
    id: `v-${n}`,
    position: { lat: -34.9 + (n % 250) * 1e-4, lng: -56.2 + Math.floor(n / 250) * 1e-4 },
  }))
  const kept = waitedVehicles(many, 20_000)
  expect(kept.length).toBeLessThanOrEqual(20_000)
  expect(kept.length).toBeGreaterThan(10_000)
  for (const one of many.filter((_, n) => n % 1_009 === 0)) {
    const nearest = Math.min(...kept.map((other) => distanceMetres(one.position, other.position)))
    expect(nearest).toBeLessThan(40)
  }
  expect(waitedVehicles(many, 50_000)).toBe(many)
  const both = many
    .slice(0, 4)
    .flatMap((car) => [car, { ...car, type: 'bicycle' }, { ...car, type: 'taxi' }])
  // The last car of each place, and its bicycle.
  expect(waitedVehicles(both, 8).map(({ type }) => type)).toEqual(
    Array.from({ length: 4 }, () => ['taxi', 'bicycle']).flat(),
  )
})
