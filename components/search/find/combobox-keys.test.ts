import { expect, test } from 'vitest'
import { comboboxStep } from './combobox-keys'

const open = (active: number | null) => ({ isOpen: true, active })
const closed = { isOpen: false, active: null }
const edited = (key: string, state = open(null), options = 3) => comboboxStep(key, state, options, true)

test('the arrows go through the options and back to the text', () => {
  expect(edited('ArrowDown')).toEqual(open(0))
  expect(edited('ArrowDown', open(1))).toEqual(open(2))
  expect(edited('ArrowDown', open(2))).toEqual(open(null))
  expect(edited('ArrowUp')).toEqual(open(2))
  expect(edited('ArrowUp', open(0))).toEqual(open(null))
  expect(edited('ArrowDown', closed)).toEqual(open(0))
  expect(edited('ArrowDown', closed, 0)).toBeNull()
})

test('Enter chooses the active option, and else submits the text', () => {
  expect(edited('Enter', open(1))).toEqual({ ...closed, effect: 'choose' })
  expect(edited('Enter')).toBeNull()
  expect(edited('Enter', closed)).toBeNull()
})

test('Escape closes the list, then restores the text, then is left to the page', () => {
  expect(edited('Escape')).toEqual(closed)
  expect(edited('Escape', closed)).toEqual({ ...closed, effect: 'restore' })
  expect(comboboxStep('Escape', closed, 0, false)).toBeNull()
})

test.each(['Home', 'End', 'Tab', 'a'])('%s is left to the field', (key) =>
  expect(edited(key, open(1))).toBeNull(),
)
