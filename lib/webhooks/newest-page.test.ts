import { expect, test, vi } from 'vitest'
import { type ArrivedBooking, type ArrivedPage, cursorOf } from './inbox'
import { createNewestPage } from './newest-page'

const booking = (key: string, version: number) =>
  ({ key, version, lastReceivedAtMs: version * 1000 }) as ArrivedBooking

/** Stored bookings, each reading of the page counted. */
function createStored(stored: ArrivedBooking[]) {
  const newestFirst = () => stored.toSorted((a, b) => b.version - a.version)
  const read = vi.fn(async (most: number): Promise<ArrivedPage> => {
    const all = newestFirst()
    const last = all.length > most ? all[most - 1] : undefined
    const older = last ? cursorOf(last) : null
    return { bookings: all.slice(0, most), older, unreadable: 0 }
  })
  const changedAfter = vi.fn(async (version: number, most: number) =>
    stored.filter((one) => one.version > version).slice(0, most),
  )
  const newest = createNewestPage(read, changedAfter)
  return {
    read,
    newest,
    change(key: string, version: number): void {
      const at = stored.findIndex((one) => one.key === key)
      if (at >= 0) stored.splice(at, 1)
      stored.push(booking(key, version))
    },
  }
}

const named = ({ bookings, older }: ArrivedPage) => [bookings.map(({ key }) => key).join(), older]

test('lists that open together and later share one reading, with what has changed since', async () => {
  const { newest, read, change } = createStored([booking('a', 1), booking('b', 2)])
  const pages = await Promise.all(Array.from({ length: 20 }, () => newest.page(3)))
  for (const page of pages) expect(named(page)).toEqual(['b,a', null])
  change('a', 3)
  change('c', 4)
  expect(named(await newest.page(3))).toEqual(['c,a,b', null])
  change('d', 5)
  expect(named(await newest.page(3))).toEqual(['d,c,a', '3000.3'])
  expect(read).toHaveBeenCalledTimes(1)
})

test('the page is read again after many changes, after a minute, when forgotten and when it failed', async () => {
  vi.useFakeTimers()
  const { newest, read, change } = createStored([booking('a', 1)])
  await newest.page(2)
  change('b', 2)
  change('c', 3)
  expect(named(await newest.page(2))).toEqual(['c,b', '2000.2'])
  expect(read).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_001)
  await newest.page(2)
  expect(read).toHaveBeenCalledTimes(3)
  newest.forget()
  read.mockRejectedValueOnce(new Error('the database is down'))
  await expect(newest.page(2)).rejects.toThrow('the database is down')
  expect(named(await newest.page(2))).toEqual(['c,b', '2000.2'])
  vi.useRealTimers()
})
