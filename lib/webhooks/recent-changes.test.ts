import { expect, test, vi } from 'vitest'
import type { ArrivedBooking } from './inbox'
import { createRecentChanges } from './recent-changes'

/** Stored changes, each read counted; `now` and reads are the test's. */
function createStored() {
  const stored: ArrivedBooking[] = []
  let readRows = 0
  let nowMs = 0
  const read = vi.fn(async (version: number, most: number) => {
    const rows = stored.filter((one) => one.version > version).slice(0, most)
    readRows += rows.length
    return rows
  })
  const recent = createRecentChanges(read, () => nowMs)
  return {
    recent,
    read,
    readRows: () => readRows,
    pass: (ms: number) => {
      nowMs += ms
    },
    change(key: string, version: number): void {
      const at = stored.findIndex((one) => one.key === key)
      if (at >= 0) stored.splice(at, 1)
      stored.push({ key, version } as ArrivedBooking)
    },
    after: async (version: number, most = 100) =>
      (await recent.changedAfter(version, most)).map((one) => `${one.key}@${one.version}`),
  }
}

test('a change is read once for all lists, and each gets those after its own version', async () => {
  const { after, change, readRows } = createStored()
  expect(await after(10)).toEqual([])
  for (let n = 1; n <= 50; n++) change(`b-${n}`, 10 + n)
  const lists = await Promise.all(Array.from({ length: 20 }, () => after(10)))
  for (const list of lists) expect(list).toHaveLength(50)
  expect(await after(58)).toEqual(['b-49@59', 'b-50@60'])
  change('b-1', 61)
  expect(await after(60)).toEqual(['b-1@61'])
  expect((await after(10)).slice(-2)).toEqual(['b-50@60', 'b-1@61'])
  expect(readRows()).toBe(51)
})

test('lists that ask at the same time share one read', async () => {
  const { after, read } = createStored()
  await after(10)
  read.mockClear()
  await Promise.all(Array.from({ length: 20 }, () => after(10)))
  expect(read).toHaveBeenCalledTimes(1)
})

test('more changes than an answer has are all read, and come in parts', async () => {
  const { after, change } = createStored()
  await after(10)
  for (let n = 1; n <= 25; n++) change(`b-${n}`, 10 + n)
  expect(await after(10, 10)).toHaveLength(10)
  expect(await after(30, 10)).toEqual(['b-21@31', 'b-22@32', 'b-23@33', 'b-24@34', 'b-25@35'])
})

test('a list of earlier than is kept reads from the store', async () => {
  const { after, change, pass, recent } = createStored()
  change('b-0', 5)
  await after(10)
  change('b-1', 11)
  expect(await after(3)).toEqual(['b-0@5', 'b-1@11'])
  expect(await after(10)).toEqual(['b-1@11'])
  pass(61_000)
  change('b-2', 12)
  expect(await after(11)).toEqual(['b-2@12'])
  expect(await after(10)).toEqual(['b-1@11', 'b-2@12'])
  recent.forget()
  expect(await after(10)).toEqual(['b-1@11', 'b-2@12'])
})

test('a read that fails is told to all that share it, and the next one is new', async () => {
  const { after, change, read } = createStored()
  await after(10)
  change('b-1', 11)
  read.mockRejectedValueOnce(new Error('the database is down'))
  const [first, second] = await Promise.allSettled([after(10), after(10)])
  expect([first?.status, second?.status]).toEqual(['rejected', 'rejected'])
  expect(await after(10)).toEqual(['b-1@11'])
})
