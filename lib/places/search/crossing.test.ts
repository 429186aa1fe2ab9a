import { expect, test } from 'vitest'
import { buildIndex } from '@/lib/places/build/build-index'
import { createCollection } from '@/lib/places/build/collect'
import { findCrossing } from './crossing'

/** A street from west to east, and one from south to north, `metres` east of its end. */
function crossingAt(lat: number, metres: number) {
  const degree = 111_195 * Math.cos((lat * Math.PI) / 180)
  const at = (north: number, east: number) => [Math.round(lat * 1e6) + north, Math.round(east)]
  const collection = createCollection()
  collection.addLine('Long Street', [...at(0, -5000), ...at(0, 0)])
  const east = (metres / degree) * 1e6
  collection.addLine('Cross Street', [...at(-3000, east), ...at(3000, east)])
  const index = buildIndex(collection)
  return findCrossing(index, index.names.indexOf('Long Street'), index.names.indexOf('Cross Street'))
}

test.each([0, 34.9, -45, 60, 69])('at %d degrees streets 20 m apart meet, those 30 m apart do not', (lat) => {
  expect(crossingAt(lat, 20)).toMatchObject({ lat: Math.round(lat * 1e6) })
  expect(crossingAt(lat, 30)).toBeNull()
})
