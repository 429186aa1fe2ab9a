import { expect, test } from 'vitest'
import { shortcuts } from './shortcuts'

test('no key is bound twice', () => {
  const keys = shortcuts.flatMap((shortcut) => [...shortcut.keys])
  expect(new Set(keys).size).toBe(keys.length)
})
