import { expect, it } from 'vitest'
import { createTestClock, settle } from '@/lib/testing/clock'
import { createFairQueue, type Turn } from './fair-queue'

it('runs as many as it has permits, in the order of the calls, whether they succeed or fail', async () => {
  const inTurn = createFairQueue({ permits: 2 })
  const order: number[] = []
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((number) =>
      inTurn(async () => {
        order.push(number)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running--
        if (number === 2) throw new Error('failed')
        return number
      }),
    ),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ])
})

it('refuses calls beyond the queue at once, and those in it when their time is up', async () => {
  const inTurn = createFairQueue({ permits: 1, limits: { queueMaximum: 2, waitMs: 10 } })
  const onBusy = () => new Error('busy')
  let release = () => {}
  const held = inTurn(() => new Promise<void>((resolve) => (release = resolve)))
  const order: string[] = []
  const calls = ['queued', 'queued', 'refused'].map((name) =>
    inTurn(async () => expect.unreachable(), {}, onBusy).catch(() => order.push(name)),
  )
  await Promise.all(calls)
  expect(order).toEqual(['refused', 'queued', 'queued'])
  const next = inTurn(async () => 'done', {}, onBusy)
  release()
  await held
  expect(await next).toBe('done')
})

/** A queue whose work lasts until it is ended, by name. */
function held(options: Partial<Parameters<typeof createFairQueue>[0]>) {
  const clock = createTestClock()
  const inTurn = createFairQueue({
    permits: 1,
    now: clock.monotonicNow,
    after: clock.after,
    ...options,
  })
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  return {
    clock,
    begun,
    refused,
    enter(name: string, turn: Turn) {
      const work = () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }
      inTurn(work, turn).catch(() => refused.push(name))
    },
    async end(name: string) {
      ends.get(name)?.()
      await settle()
    },
  }
}

it('begins one piece of each owner’s work in turn, and secondary work last', async () => {
  const { begun, enter, end } = held({})
  enter('first', { owner: 'a' })
  for (const n of [1, 2, 3]) enter(`a${n}`, { owner: 'a' })
  enter('search', { owner: 'c', isSecondary: true })
  for (const n of [1, 2]) enter(`b${n}`, { owner: 'b' })
  await settle()
  while (begun.length < 7) await end(begun.at(-1) as string)
  expect(begun).toEqual(['first', 'a1', 'b1', 'a2', 'b2', 'a3', 'search'])
})

it('leaves permits to other owners, and to work that is not secondary', async () => {
  const { begun, enter } = held({ permits: 4, ownerPermits: 3, secondaryPermits: 2 })
  for (const n of [1, 2, 3]) enter(`search${n}`, { owner: 'a', isSecondary: true })
  for (const n of [1, 2]) enter(`a${n}`, { owner: 'a' })
  enter('b', { owner: 'b' })
  await settle()
  expect(begun).toEqual(['search1', 'search2', 'a1', 'b'])
})

it('refuses the newest secondary work of the owner with most, where the queue is full', async () => {
  const { begun, refused, enter, end } = held({ limits: { queueMaximum: 4, waitMs: 1000 } })
  enter('running', { owner: 'a' })
  for (const n of [1, 2, 3]) enter(`search${n}`, { owner: 'a', isSecondary: true })
  enter('a', { owner: 'a' })
  enter('one more', { owner: 'a' })
  for (const n of [1, 2, 3]) enter(`b${n}`, { owner: 'b' })
  await settle()
  expect(refused.sort()).toEqual(['b3', 'one more', 'search2', 'search3'])
  await end('running')
  expect(begun).toEqual(['running', 'b1'])
})

it('ends the wait of a caller that is gone', async () => {
  const { begun, refused, enter, end } = held({})
  const gone = new AbortController()
  enter('running', {})
  enter('gone', { signal: gone.signal })
  enter('next', {})
  await settle()
  gone.abort(new Error('gone'))
  await settle()
  expect(refused).toEqual(['gone'])
  await end('running')
  expect(begun).toEqual(['running', 'next'])
})

it('an owner’s next call does not wait for the turns of calls that ended in the queue', async () => {
  const { begun, enter, end } = held({})
  const gone = new AbortController()
  enter('running', { owner: 'c' })
  for (const n of [1, 2, 3]) enter(`gone${n}`, { owner: 'a', signal: gone.signal })
  await settle()
  gone.abort(new Error('gone'))
  for (const n of [1, 2, 3]) enter(`b${n}`, { owner: 'b' })
  enter('a', { owner: 'a' })
  await settle()
  while (begun.length < 5) await end(begun.at(-1) as string)
  expect(begun).toEqual(['running', 'b1', 'a', 'b2', 'b3'])
})

it('begins no more a second than allowed, in turn, whatever is not counted', async () => {
  const { clock, begun, enter } = held({ permits: 1000, perSecond: () => 10 })
  for (let n = 0; n < 100; n++) enter('a', { owner: 'a' })
  enter('b', { owner: 'b' })
  enter('live', { owner: 'c', isUncounted: true })
  await settle()
  expect(begun).toEqual(['a', 'live'])
  await clock.advance(200)
  expect(begun).toContain('b')
  await clock.advance(799)
  expect(begun).toHaveLength(11)
  await clock.advance(4001)
  expect(begun).toHaveLength(52)
})
