import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { checkEqual } from './check'
import { type Finder, referenceFinder, scanFinder } from './finders'

const centre = { lat: 51.5, lng: -0.1 }
const fleet = createDemoFleet({ centre, vehicles: 1000 })
const expected = scanFinder(fleet)
const asked = { area: { position: centre, radius: 3000, type: null }, atMs: Date.UTC(2026, 4, 1), limit: 100 }

test('the finder that is timed finds what a linear scan finds', () => {
  for (const type of [null, 'van']) {
    const found = referenceFinder(fleet)
    expect(() =>
      checkEqual(fleet, { ...asked, area: { ...asked.area, type }, found, expected }),
    ).not.toThrow()
  }
})

test('a finder that leaves one out is told', () => {
  const forgetful: Finder = { find: (...search) => Array.from(expected.find(...search)).slice(1) }
  expect(() => checkEqual(fleet, { ...asked, found: forgetful, expected })).toThrow(
    'differs from the linear scan',
  )
})
