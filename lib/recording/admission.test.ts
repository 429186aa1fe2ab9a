import { expect, test } from 'vitest'
import { createAdmission } from './admission'

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'admitted',
    (error) => error.kind ?? error.message,
  )

test('of an operator’s jumps the newest are opened; those that waited longest are refused', async () => {
  const open = createAdmission()
  const { signal } = new AbortController()
  const opened: number[] = []
  const jumps = Array.from({ length: 50 }, async (_, n) => {
    const opening = await open('a', signal)
    opened.push(n)
    return opening
  })
  const outcomes = jumps.map(outcomeOf)
  expect(await Promise.all(outcomes.slice(0, 44))).toEqual([
    ...Array(2).fill('admitted'),
    ...Array(40).fill('recordings-limit'),
    ...Array(2).fill('admitted'),
  ])
  // Another operator does not wait.
  expect(await outcomeOf(open('b', signal))).toBe('admitted')
  expect(opened).toEqual([0, 1, 42, 43])
  ;(await jumps[42])!.begun()
  ;(await jumps[43])!.end()
  await Promise.all(jumps.slice(44, 46))
  expect(opened).toEqual([0, 1, 42, 43, 44, 45])
})

test('a jump whose client left gives up its place', async () => {
  const open = createAdmission()
  const clients = Array.from({ length: 4 }, () => new AbortController())
  const jumps = clients.map(({ signal }) => open('a', signal))
  clients[2]!.abort(new Error('left'))
  expect(await outcomeOf(jumps[2]!)).toBe('left')
  clients[0]!.abort()
  expect(await outcomeOf(jumps[3]!)).toBe('admitted')
})
