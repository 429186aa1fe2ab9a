import { expect, test } from 'vitest'
import { createRecordingShares } from './shares'

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'admitted',
    (error) => error.kind ?? error.message,
  )

test('an operator has three questions in work; one more is refused, and another operator’s is not', async () => {
  const shares = createRecordingShares()
  const finish: (() => void)[] = []
  const ask = (owner: string) =>
    outcomeOf(shares.question(owner, () => new Promise<void>((resolve) => finish.push(resolve))))
  const three = [ask('a'), ask('a'), ask('a')]
  expect(await ask('a')).toBe('recordings-limit')
  const other = ask('b')
  expect(finish).toHaveLength(4)
  finish[0]!()
  expect(await three[0]).toBe('admitted')
  const next = ask('a')
  expect(finish).toHaveLength(5)
  for (const one of finish) one()
  expect(await Promise.all([...three, other, next])).toEqual(Array(5).fill('admitted'))
  await expect(shares.question('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('of an operator’s jumps the newest are opened; those that waited longest are refused', async () => {
  const shares = createRecordingShares()
  const { signal } = new AbortController()
  const opened: number[] = []
  const jumps = Array.from({ length: 50 }, async (_, n) => {
    const opening = await shares.open('a', signal)
    opened.push(n)
    return opening
  })
  const outcomes = jumps.map(outcomeOf)
  expect(await Promise.all(outcomes.slice(0, 48))).toEqual([
    ...Array(2).fill('admitted'),
    ...Array(46).fill('recordings-limit'),
  ])
  // Another operator does not wait.
  expect(await outcomeOf(shares.open('b', signal))).toBe('admitted')
  expect(opened).toEqual([0, 1])
  ;(await jumps[0])!.begun()
  ;(await jumps[1])!.end()
  await Promise.all(jumps.slice(48))
  expect(opened).toEqual([0, 1, 48, 49])
})

test('a jump whose client left gives up its place', async () => {
  const shares = createRecordingShares()
  const clients = Array.from({ length: 4 }, () => new AbortController())
  const jumps = clients.map(({ signal }) => shares.open('a', signal))
  clients[2]!.abort(new Error('left'))
  expect(await outcomeOf(jumps[2]!)).toBe('left')
  clients[0]!.abort()
  expect(await outcomeOf(jumps[3]!)).toBe('admitted')
})

test('beyond eight answers that are read at a time, the oldest ends', async () => {
  const shares = createRecordingShares()
  const { signal } = new AbortController()
  const read = []
  for (let n = 0; n < 10; n++) {
    const opening = await shares.open('a', signal)
    opening.begun()
    read.push(opening)
    if (n === 4) opening.end()
  }
  expect(read.map((one) => one.signal.aborted)).toEqual([true, ...Array(9).fill(false)])
})
