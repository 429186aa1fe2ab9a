import { expect, test } from 'vitest'
import { createDirectory } from '@/lib/fleet/directory/directory'
import { createTestClock } from '@/lib/testing/clock'
import { readVehicle } from '@/lib/testing/read-records'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import type { WatchedVehicle } from './plan'
import { createDirectoryReader, type DirectoryReaderOptions } from './reader'

type Failure = ConstructorParameters<typeof UpstreamError>

/** A reader over a service of which `answer` decides: null for a record, or how it fails. */
function readerOver({
  answer = () => null,
  watched = [],
  ...more
}: {
  answer?: (id: string, call: number) => Failure | null
  watched?: WatchedVehicle[]
} & Partial<Pick<DirectoryReaderOptions, 'callsPerSecond' | 'share'>> = {}) {
  const clock = createTestClock()
  const directory = createDirectory(clock.now)
  const read: string[] = []
  const outcomes: string[] = []
  const reader = createDirectoryReader({
    directory,
    clock,
    watched: () => watched,
    callsPerSecond: 10,
    onRead: (outcome) => outcomes.push(outcome),
    log: () => undefined,
    client: {
      async getVehicle(id) {
        read.push(id)
        const failure = answer(id, read.length)
        if (failure?.[0] === 'not-found') directory.learnMissing(id, clock.now())
        if (failure) throw new UpstreamError(...failure)
        const data = readVehicle({ id, our_ref: `ref ${id}`, mtime: '2026-01-01T11:00:00Z' })
        if (!data) throw new Error('no vehicle')
        directory.learn(data, clock.now())
        return { data, dropped: 0, fetchedAt: '' }
      },
    },
    ...more,
  })
  reader.start()
  return { clock, directory, reader, read, outcomes, watched }
}

const at = (id: string, distanceMetres: number, mtime: string | null = null): WatchedVehicle => ({
  record: { id, mtime },
  distanceMetres,
})

const fleet = (count: number) => Array.from({ length: count }, (_, n) => at(`v-${n}`, n))

test('vehicles are read nearest first, those without a position last, each once', async () => {
  const watched = [
    at('far', 900),
    at('nowhere', Number.POSITIVE_INFINITY),
    at('near', 10),
    at('far', 900),
  ]
  const { clock, read, reader } = readerOver({ watched })
  await clock.advance(20_000)
  expect(read).toEqual(['near', 'far', 'nowhere'])
  expect(reader.unread).toBe(0)
})

test('the rate grows by one a second up to the limit: 1,500 vehicles take less than five minutes', async () => {
  const { clock, read, directory, reader } = readerOver({ watched: fleet(1500) })
  await clock.advance(1000)
  expect(read.length).toBeLessThanOrEqual(3)
  await clock.advance(29_000)
  const before = read.length
  await clock.advance(10_000)
  expect(read.length - before).toBeLessThanOrEqual(100)
  expect(reader.callsPerSecond).toBe(10)
  await clock.advance(140_000)
  expect(directory.size).toBe(1500)
})

test('records that the service refuses do not slow the reading of the others', async () => {
  const answer = (id: string): Failure | null =>
    Number(id.slice(2)) % 2 ? ['request-refused', '', { status: 400 }] : null
  const { clock, reader, directory } = readerOver({ watched: fleet(200), answer })
  await clock.advance(45_000)
  expect(reader.callsPerSecond).toBe(10)
  expect(directory.size).toBe(100)
})

test('a record that fails again and again keeps no other from being read', async () => {
  const answer = (id: string): Failure | null =>
    id === 'v-0' ? ['upstream-error', '', { status: 500 }] : null
  const { clock, read, directory } = readerOver({ watched: fleet(50), answer })
  await clock.advance(60_000)
  expect(directory.size).toBe(49)
  expect(read.filter((id) => id === 'v-0').length).toBeLessThanOrEqual(2)
  await clock.advance(60 * 60_000)
  expect(read.filter((id) => id === 'v-0').length).toBeLessThanOrEqual(8)
})

test('a vehicle without a record counts as read, and is asked for again after 10, 20, 40 minutes', async () => {
  const { clock, read, reader } = readerOver({
    watched: [at('v-0', 1)],
    answer: () => ['not-found', ''],
  })
  await clock.advance(10_000)
  expect([read.length, reader.unread]).toEqual([1, 0])
  const times: number[] = []
  for (let minute = 1; minute <= 80; minute++) {
    const before = read.length
    await clock.advance(60_000)
    if (read.length > before) times.push(minute)
  }
  expect(times).toEqual([10, 30, 70])
})

test('an id that no address can hold counts as read', async () => {
  const { clock, reader, outcomes } = readerOver({
    watched: [at('a/b', 1)],
    answer: () => ['bad-parameter', ''],
  })
  await clock.advance(5000)
  expect([reader.unread, outcomes]).toEqual([0, ['missing']])
})

test('a newer mtime is a reason after half an hour, and twice as late with each reading that changed nothing', async () => {
  const { clock, read, watched } = readerOver({ watched: [at('v-0', 1, '2026-01-01T11:00:00Z')] })
  await clock.advance(2 * 60 * 60_000)
  expect(read).toHaveLength(1)
  const times: number[] = []
  for (let minute = 1; minute <= 8 * 60; minute++) {
    // Moves with every sweep, as positions do.
    watched[0] = at('v-0', 1, new Date(clock.now()).toISOString())
    const before = read.length
    await clock.advance(60_000)
    if (read.length > before) times.push(minute)
  }
  expect(times).toEqual([1, 61, 181, 421])
})

test('an entry is read again before it is a day old', async () => {
  const { clock, read, directory } = readerOver({ watched: [at('v-0', 1)] })
  for (let hour = 0; hour < 48; hour++) {
    await clock.advance(60 * 60_000)
    directory.forgetOld()
    expect(directory.entryOf('v-0')?.our_ref).toBe('ref v-0')
  }
  expect(read).toHaveLength(3)
})

test('a requested record is read before those that were never read, and within its age limit', async () => {
  const { clock, read, reader } = readerOver({ watched: fleet(40), callsPerSecond: 2 })
  const ask = async () => {
    reader.request('asked', { olderThanMs: 120_000 })
    await clock.advance(10_000)
    return read.filter((id) => id === 'asked').length
  }
  await clock.advance(5000)
  expect([await ask(), read.length < 40]).toEqual([1, true])
  await clock.advance(60_000)
  expect(await ask()).toBe(1)
  await clock.advance(60_000)
  expect(await ask()).toBe(2)
})

test('nothing is read with a rate of 0, nor after the end', async () => {
  const off = readerOver({ watched: fleet(5), callsPerSecond: 0 })
  off.reader.request('v-0', { olderThanMs: 0 })
  await off.clock.advance(60_000)
  expect([off.read, off.clock.waiting]).toEqual([[], 0])
  const ended = readerOver({ watched: fleet(5) })
  await ended.reader.stop()
  await ended.clock.advance(60_000)
  expect([ended.read, ended.clock.waiting]).toEqual([[], 0])
})

test('a vehicle whose call other nodes have taken is read once it is this node’s turn', async () => {
  const waits = [0, 4000, 0, 0]
  const share = async () => waits.shift() ?? 0
  const { clock, read } = readerOver({ watched: fleet(3), share })
  await clock.advance(3500)
  expect(read).toEqual(['v-0'])
  await clock.advance(10_000)
  expect(read).toEqual(['v-0', 'v-1', 'v-2'])
})

test('after the clock was set back a request is met by one reading', async () => {
  const { clock, read, reader } = readerOver({})
  await clock.advance(60_000)
  reader.request('v-7', { olderThanMs: 120_000 })
  clock.set(-3_600_000)
  await clock.advance(60_000)
  reader.request('v-7', { olderThanMs: 120_000 })
  await clock.advance(60_000)
  expect(read).toEqual(['v-7'])
})

test('requests that are not repeated make room for others', async () => {
  const answer = (id: string): Failure | null =>
    id.startsWith('bad') ? ['upstream-error', '', { status: 500 }] : null
  const { clock, read, reader } = readerOver({ answer })
  for (let n = 0; n < 2000; n++) reader.request(`bad-${n}`, { olderThanMs: 0 })
  reader.request('v-7', { olderThanMs: 0 })
  await clock.advance(11 * 60_000)
  expect(read).not.toContain('v-7')
  reader.request('v-7', { olderThanMs: 0 })
  await clock.advance(30_000)
  expect(read).toContain('v-7')
})

test('a record that was read before the clock was set back is read once more', async () => {
  const { clock, read } = readerOver({ watched: fleet(3) })
  await clock.advance(60_000)
  clock.set(-48 * 60 * 60_000)
  await clock.advance(60_000)
  expect(read).toHaveLength(6)
})
