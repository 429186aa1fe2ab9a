import { expect, test } from 'vitest'
import { MOST_STEPS, nextStep, widerRadius } from './pickup-search'

const read = { radius: 1000, stepsLeft: MOST_STEPS, isRead: true, isWhole: true, suitable: 0 }

test('radii grow by 1, 2, 5 and 10 up to the largest', () => {
  expect([100, 750, 1000, 1001, 2000, 5000, 5001, 0.5].map(widerRadius)).toEqual([
    200, 1000, 2000, 2000, 5000, 10_000, 10_000, 1,
  ])
  expect(widerRadius(20_000_000)).toBeNull()
})

test('it widens only a complete list with too few, and waits for it', () => {
  expect(nextStep(read)).toBe(2000)
  expect(nextStep({ ...read, suitable: 4 })).toBe(2000)
  expect(nextStep({ ...read, isRead: false, suitable: 4 })).toBe('wait')
})

test('it ends with five that fit, before the list is complete too', () => {
  expect(nextStep({ ...read, suitable: 5 })).toBe('done')
  expect(nextStep({ ...read, isRead: false, suitable: 5 })).toBe('done')
})

test('it ends when the list was cut short, and at the largest radius', () => {
  expect(nextStep({ ...read, isWhole: false })).toBe('done')
  expect(nextStep({ ...read, radius: 20_000_000 })).toBe('done')
})

test('where nothing fits it opens a handful of areas, then ends', () => {
  const radii: number[] = []
  let state = read
  for (let next = nextStep(state); typeof next === 'number'; next = nextStep(state)) {
    radii.push(next)
    state = { ...state, radius: next, stepsLeft: state.stepsLeft - 1 }
  }
  expect(radii).toEqual([2000, 5000, 10_000, 20_000, 50_000])
})
