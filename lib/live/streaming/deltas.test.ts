import { expect, test } from 'vitest'
import { Deltas } from './deltas'
import { encodeEvent } from './event'

/** Adds `count` deltas of 50 KB of an area. @returns how many of them are held */
function heldOf(count: number, vehicles: number): number {
  const deltas = new Deltas()
  deltas.begin('e.0')
  const event = encodeEvent('progress', null, { loaded: 0, about: null, vehicles: [], failure: null }, 0)
  const part = { ...event, encoded: { ...event.encoded, bytes: new Uint8Array(50_000) } }
  for (let n = 1; n <= count; n++) deltas.add([part], `e.${n}`, vehicles)
  return Array.from({ length: count }, (_, n) => n).filter((n) => deltas.canFollow(n)).length
}

test('the log of a small area is small, however much changes', () => {
  expect(heldOf(100, 10)).toBe(5)
  expect(heldOf(100, 2000)).toBe(16)
  expect(heldOf(200, 20_000)).toBe(128)
})

test('what is cleared cannot be followed', () => {
  const deltas = new Deltas()
  deltas.begin('e.0')
  deltas.clear()
  expect(deltas.sequenceOf('e.0')).toBeNull()
})
