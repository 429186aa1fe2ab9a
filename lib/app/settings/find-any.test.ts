import { expect, it } from 'vitest'
import { createFinder } from './find-any'

const has = createFinder(['secret', 'needle-in-hay'])

it('finds any needle at any place', () => {
  for (let at = 0; at < 40; at++) {
    const padding = 'x'.repeat(at)
    expect(has(`${padding}secret`)).toBe(true)
    expect(has(`${padding}needle-in-hay${padding}`)).toBe(true)
    expect(has(`${padding}secre`)).toBe(false)
    expect(has(`secr${padding}needle-in-hax`)).toBe(false)
  }
})

it('finds nothing in a text that is shorter than a needle', () => {
  expect(has('')).toBe(false)
  expect(has('sec')).toBe(false)
})
