import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageKey } from './page-keys'

class Field extends EventTarget {
  matches = () => true
}

let dialog: object | null = null
beforeEach(() => {
  vi.stubGlobal('Element', Field)
  vi.stubGlobal('document', { querySelector: () => dialog })
})
afterEach(() => vi.unstubAllGlobals())

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  pageKey({ key, ...more } as KeyboardEvent)

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
