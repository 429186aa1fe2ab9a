import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageKey } from './page-key'

class Field extends EventTarget {
  matches = () => true
}

let dialog: object | null = null
beforeEach(() => {
  dialog = null
  vi.stubGlobal('Element', Field)
  vi.stubGlobal('document', { querySelector: () => dialog })
})
afterEach(() => vi.unstubAllGlobals())

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  pageKey({ key, code: '', getModifierState: () => false, ...more } as KeyboardEvent)

test.each(['ctrlKey', 'altKey', 'metaKey', 'defaultPrevented', 'isComposing', 'repeat'] as const)(
  'with %s a key is not the page’s',
  (why) => expect([press('w'), press('w', { [why]: true })]).toEqual(['w', null]),
)

test('in a field single keys are text, and Escape leaves it; in a dialog no key is the page’s', () => {
  const target = new Field()
  expect([press('w', { target }), press('Escape', { target })]).toEqual([null, 'Escape'])
  dialog = {}
  expect(press('Escape')).toBeNull()
})

test.each([
  ['ц', 'KeyW', {}, 'w'],
  ['Ц', 'KeyW', { shiftKey: true }, 'W'],
  ['و', 'KeyW', {}, 'w'],
  ["'", 'KeyW', {}, 'w'],
  ['х', 'BracketLeft', {}, '['],
  ['۰', 'Digit0', {}, '0'],
  ['٠', 'Numpad0', {}, '0'],
  ['à', 'Digit0', {}, 'à'],
  ['0', 'Digit0', { shiftKey: true }, '0'],
  ['؟', 'Slash', { shiftKey: true }, '?'],
  // Latin layouts write what they say, wherever the key is.
  ['w', 'KeyZ', {}, 'w'],
  ['/', 'KeyQ', {}, '/'],
  ['-', 'Slash', {}, '-'],
  ['ä', 'Quote', {}, 'ä'],
  ['W', 'KeyW', { shiftKey: true }, 'W'],
  ['Escape', 'Escape', {}, 'Escape'],
] as const)('%j of the key %s, with %j, is the shortcut %j', (key, code, more, shortcut) => {
  expect(press(key, { code, ...more })).toBe(shortcut)
})

test('Caps Lock changes no shortcut', () => {
  const capsLock = { getModifierState: (name: string) => name === 'CapsLock' }
  expect(press('W', capsLock)).toBe('w')
  expect(press('Ц', { ...capsLock, code: 'KeyW' })).toBe('w')
  expect(press('?', { ...capsLock, shiftKey: true })).toBe('?')
})
