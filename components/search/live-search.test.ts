import { expect, test } from 'vitest'
import { canWait } from './live-search'

const replay = {
  ...{ atMs: 0, gap: null, isPlaying: true, speed: 60, isLoading: false, isAtEnd: false, jumps: 2 },
}

test('the list may follow the map in a task of its own for the next picture of a replay that plays, and only then', () => {
  const before = { replay }
  expect(canWait({ replay: { ...replay, atMs: 6000 } }, before)).toBe(true)
  // The same picture, while something else of the page changes.
  expect(canWait(before, before)).toBe(false)
  expect(canWait({ replay: { ...replay, isPlaying: false } }, before)).toBe(false)
  expect(canWait({ replay: { ...replay, jumps: 3 } }, before)).toBe(false)
  expect(canWait({ replay }, { replay: null })).toBe(false)
  expect(canWait({ replay: null }, before)).toBe(false)
})
