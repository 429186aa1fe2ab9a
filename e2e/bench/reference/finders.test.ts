import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { checkEqual } from './check'
import { type Finder, geokdbushFinder, referenceFinder, scanFinder } from './finders'

const centre = { lat: 51.5, lng: -0.1 }
const fleet = createDemoFleet({ centre, vehicles: 1000 })
const expected = scanFinder(fleet)
const asked = { area: { position: centre, radius: 3000, type: null }, atMs: Date.UTC(2026, 4, 1), limit: 100 }

test('the finders that are timed find what a linear scan finds', () => {
  for (const type of [null, 'van']) {
    for (const found of [referenceFinder(fleet), geokdbushFinder(fleet, { clock: () => 0, counts: false })]) {
      expect(() =>
        checkEqual(fleet, { ...asked, area: { ...asked.area, type }, found, expected }),
      ).not.toThrow()
    }
  }
})

test('a finder that leaves one out is told', () => {
  const forgetful: Finder = { find: (...search) => Array.from(expected.find(...search)).slice(1) }
  expect(() => checkEqual(fleet, { ...asked, found: forgetful, expected })).toThrow(
    'differs from the linear scan',
  )
})

test('geokdbush is rebuilt when its places are a second old, and not before', () => {
  let nowMs = 0
  const finder = geokdbushFinder(fleet, { clock: () => nowMs, counts: false })
  const findAt = (atMs: number) => Array.from(finder.find(asked.area, atMs, 100))
  const first = findAt(asked.atMs)
  nowMs = 999
  expect(findAt(asked.atMs + 600_000)).toEqual(first)
  nowMs = 1000
  expect(findAt(asked.atMs + 600_000)).not.toEqual(first)
})
