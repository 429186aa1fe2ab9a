import { expect, test } from 'vitest'
import { createBelief, createSettling } from './settled'

const whole = { repeated: 0, pages: 3, rows: 30, largestTotal: 30 }

test('a sweep is settled when no row came twice and it is not short of the total', () => {
  const { isSettled } = createSettling()
  expect(isSettled(whole)).toBe(true)
  expect(isSettled({ ...whole, repeated: 1 })).toBe(false)
  expect(isSettled({ ...whole, rows: 29 })).toBe(false)
  expect(isSettled({ ...whole, largestTotal: null })).toBe(true)
  expect(isSettled({ ...whole, largestTotal: 15 })).toBe(true)
})

test('a single page shows one moment, whatever the total', () => {
  const { isSettled } = createSettling()
  expect(isSettled({ repeated: 0, pages: 1, rows: 30, largestTotal: 40 })).toBe(true)
})

test('a total that is always too large by the same is approximate after five sweeps', () => {
  const { isSettled } = createSettling()
  const short = { ...whole, rows: 26 }
  expect(Array.from({ length: 7 }, () => isSettled(short))).toEqual([
    ...Array.from({ length: 5 }, () => false),
    true,
    true,
  ])
  // One that left, while the total stays, or one that was missed.
  expect(isSettled({ ...short, rows: 25 })).toBe(false)
  expect(isSettled(short)).toBe(true)
})

test('shortfalls that come and go are none of the total', () => {
  const { isSettled } = createSettling()
  const shortfalls = [1, 2, 0, 1, 3, 1, 1, 1]
  const settled = shortfalls.map((by) => isSettled({ ...whole, rows: 30 - by }))
  expect(settled).toEqual(shortfalls.map((by) => by === 0))
})

test('sweeps are believed after five proofs, and after twice as many with each vehicle that is there', () => {
  const belief = createBelief()
  const proofsUntilBelieved = () => {
    let proofs = 0
    for (; !belief.holds; proofs++) belief.weigh({ gone: 1, there: 0 })
    return proofs
  }
  expect(proofsUntilBelieved()).toBe(5)
  belief.weigh({ gone: 4, there: 1 })
  expect(belief.holds).toBe(false)
  expect(proofsUntilBelieved()).toBe(10)
  for (let again = 0; again < 9; again++) belief.weigh({ gone: 0, there: 2 })
  expect(proofsUntilBelieved()).toBe(80)
})
