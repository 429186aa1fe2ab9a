import { expect, test } from 'vitest'
import { SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { comboboxOf, searchedText } from './combobox'
import type { Suggestion } from './suggestions'

const suggestions = ['a', 'b', 'c'].map((key) => ({ key, name: key, kind: 'list' }) as Suggestion)
const TYPED = {
  text: 'kb',
  isOpen: true,
  activeKey: null as string | null,
  error: null,
  submittedText: null,
}

/**
 * What a key in the field does: a change of its state, a choice, or null
 * where the browser handles it.
 */
function after(key: string, typed: Partial<typeof TYPED> = {}, options = suggestions) {
  let effect: unknown = {}
  let isHandled = false
  const note = (next: unknown) => (effect = next)
  const state = {
    ...TYPED,
    ...typed,
    searchText: null,
    restingText: null,
    searchNow: note,
    change: note,
  }
  comboboxOf(
    { ...state, reset: () => note('restore') },
    { value: 'before', suggestions: options, choose: note },
  ).onKeyDown({ key, nativeEvent: {}, preventDefault: () => (isHandled = true) } as never)
  return isHandled ? effect : null
}

const open = (activeKey: string | null) => ({ isOpen: true, activeKey })
const closed = { isOpen: false, activeKey: null }

test.each([
  ['ArrowDown', open(null), open('a')],
  ['ArrowDown', open('b'), open('c')],
  ['ArrowDown', open('c'), open(null)],
  ['ArrowDown', closed, open('a')],
  ['ArrowUp', open(null), open('c')],
  ['ArrowUp', open('a'), open(null)],
  ['Enter', open('b'), suggestions[1]],
  ['Enter', open(null), null],
  ['Enter', open('gone'), { activeKey: null }],
  ['Escape', open('a'), closed],
  ['Escape', closed, 'restore'],
  ['Escape', { ...closed, text: 'before' }, null],
  ['Home', open('a'), null],
  ['Tab', open('a'), null],
])('%s with %j: %j', (key, typed, effect) => expect(after(key, typed)).toEqual(effect))

test('without suggestions, the arrows are left to the field', () => {
  expect(after('ArrowDown', closed, [])).toBeNull()
})

test('a text is searched for, not a position or an address of the web', () => {
  const texts = ['18 de Julio 1234', '17', 'SE 17', '1234', '-34', '1234, Rue X', '٣ شارع']
  const positions = ['91,0', '51.5,', '51.5 -0.1', '-34.9, -56.', `51°30'N`, 'geo:1']
  const others = ['', '  ', ...positions, 'https://maps.app/x', 'HTTP://x']
  expect([...texts, ...others].map(searchedText)).toEqual([...texts, ...others.map(() => null)])
  // Spaces are one, and a text is as long as the route takes.
  expect(searchedText('  18  de\u00a0Julio ')).toBe('18 de Julio')
  expect(searchedText('x'.repeat(SEARCH_TEXT_MAXIMUM))).not.toBeNull()
  expect(searchedText('x'.repeat(SEARCH_TEXT_MAXIMUM + 1))).toBeNull()
})
