import { expect, test } from 'vitest'
import { piecesOf, recorded, second } from '@/lib/testing/recorded-pieces'
import { vehicle } from '@/lib/testing/vehicles'
import { statusCounts } from './status-counts'

const { whole, list, removed, failing, gap } = recorded
const span = (toSeconds: number) => ({ fromMs: second(0), toMs: second(toSeconds) })

async function counted(toSeconds: number, stepSeconds: number, ...pieces: Parameters<typeof piecesOf>) {
  const { counts } = await statusCounts(piecesOf(...pieces), span(toSeconds), stepSeconds * 1000)
  return counts.map(({ atMs, total, byStatus }) => [(atMs - second(0)) / 1000, total, byStatus])
}

test('each step has the statuses of the last list before it', async () => {
  expect(
    await counted(
      20,
      10,
      whole(-3, [vehicle('a'), vehicle('b', { status: 'busy' })]),
      list(4, { id: 'a', status: 'busy' }, vehicle('c', { status: null })),
      list(11, { id: 'a', position: null }),
      removed(19, 'b'),
      list(21),
    ),
  ).toEqual([
    [0, 2, { available: 1, busy: 1 }],
    [10, 3, { busy: 2, '': 1 }],
    [20, 2, { busy: 1, '': 1 }],
  ])
})

test('there is none in a gap, nor while the service fails', async () => {
  const cars = [vehicle('a')]
  const times = async (...pieces: Parameters<typeof piecesOf>) =>
    (await counted(60, 10, ...pieces)).map(([at]) => at)
  expect(await times(whole(0, cars), list(10), gap(10, 35), whole(35, cars), list(60))).toEqual([
    0, 10, 40, 50, 60,
  ])
  expect(await times(whole(0, cars), failing(12), failing(30), list(45), list(60))).toEqual([0, 10, 50, 60])
  expect(await times(whole(0, cars), list(25))).toEqual([0, 10, 20])
  expect(await times()).toEqual([])
})
