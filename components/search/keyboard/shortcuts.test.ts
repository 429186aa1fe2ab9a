import { expect, test } from 'vitest'
import { actionOf, type KeyPress, shortcuts } from './shortcuts'

const plain: Omit<KeyPress, 'key'> = {
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  defaultPrevented: false,
  isComposing: false,
  repeat: false,
  inField: false,
  inDialog: false,
}

test('no key is bound twice', () => {
  const keys = shortcuts.flatMap((shortcut) => [...shortcut.keys])
  expect(new Set(keys).size).toBe(keys.length)
})

test('keys are bound as in the table', () => {
  for (const { keys, action } of shortcuts) {
    for (const key of keys) expect(actionOf({ ...plain, key })).toBe(action)
  }
  expect(actionOf({ ...plain, key: 'z' })).toBeNull()
})

test.each(['ctrlKey', 'altKey', 'metaKey', 'defaultPrevented', 'isComposing', 'repeat', 'inDialog'] as const)(
  'with %s a key is ignored',
  (why) => {
    for (const { keys } of shortcuts) {
      expect(actionOf({ ...plain, [why]: true, key: keys[0] })).toBeNull()
    }
  },
)

test('in a field single keys are text; Escape still closes', () => {
  const single = shortcuts.map(({ keys }) => keys[0]).filter((key) => key.length === 1)
  for (const key of single) expect(actionOf({ ...plain, key, inField: true })).toBeNull()
  expect(actionOf({ ...plain, key: 'Escape', inField: true })).toBe('close')
})
