import { expect, test } from 'vitest'
import { collectGarbage } from '@/lib/app/garbage'
import { readVehicle } from '@/lib/testing/read-records'
import { answering, clientOf, failureOf } from '@/lib/testing/servers'
import { asObserver, createDirectory, findDrivers, findVehicles, KEPT_MS } from './directory'
import { NO_NAMES } from './facts'

const NOW_MS = Date.UTC(2026, 0, 1, 12)
const now = () => NOW_MS

function over(answer: unknown, status = 200) {
  const directory = createDirectory(now)
  const { send } = answering(() => Response.json(answer, { status }))
  const client = clientOf('https://service.example', {
    send,
    now,
    vehicles: asObserver(directory, now),
  })
  return { directory, client }
}

const record = {
  id: 'v-7',
  our_ref: 'Bay 4',
  licence_plate: 'AB 12',
  active_booking_id: null,
  mtime: '2026-01-01T11:00:00.000Z',
  driver_name: 'Ada',
  webhooks: { 'vehicle-booking-create': 'https://hooks.example/a?token=1', other: 'no url' },
}
const entry = { our_ref: 'Bay 4', licence_plate: 'AB 12', active_booking_id: null }

const facts = (our_ref: string, readAtMs: number) => ({
  entry: { ...entry, our_ref },
  driver: null,
  isMissing: false,
  webhookHosts: [],
  mtimeMs: null,
  readAtMs,
  repeats: 0,
})

test('a record teaches names, driver, webhook hosts and its age', async () => {
  const { directory, client } = over({ vehicle: record })
  expect(directory.entryOf('v-7')).toBeNull()
  await client.getVehicle('v-7')
  const learned = {
    driver: { name: 'Ada', phone: null },
    webhookHosts: ['hooks.example'],
    mtimeMs: Date.UTC(2026, 0, 1, 11),
  }
  expect(directory.factsOf('v-7')).toEqual({ ...facts('Bay 4', NOW_MS), ...learned })
})

test('vehicles are counted by where their webhooks point, of records that were read', () => {
  const directory = createDirectory(now)
  const learn = (id: string, webhooks: Record<string, string>) => {
    const vehicle = readVehicle({ ...record, id, webhooks })
    if (vehicle) directory.learn(vehicle, NOW_MS)
  }
  learn('v-1', {
    'vehicle-booking-create': 'https://kerbside.example/hooks/a',
    other: 'https://b.example/',
  })
  learn('v-2', { 'vehicle-booking-create': 'https://KERBSIDE.example:443/hooks/b' })
  learn('v-3', { 'vehicle-booking-create': 'https://kerbside.example:8443/hooks/a' })
  learn('v-4', {})
  learn('v-5', { other: 'no url' })
  directory.learnMissing('v-6', NOW_MS)
  directory.learnSearchObjects([{ id: 'v-7', our_ref: 'Bay 7' }])
  expect(directory.countByWebhook('kerbside.example')).toEqual({ here: 2, elsewhere: 1, none: 2 })
})

test('a look-up teaches too, and an unchanged entry stays the same object', async () => {
  const { directory, client } = over(record)
  await client.getVehicleByOurRef('Bay 4')
  const first = directory.entryOf('v-7')
  await client.getVehicle('v-7')
  expect(first).toEqual(entry)
  expect(directory.entryOf('v-7')).toBe(first)
  expect(directory.factsOf('v-7')?.repeats).toBe(1)
})

test.each([
  ['a 404', {}, 404],
  ['nothing', { vehicle: null }, 200],
  ['another vehicle', { ...record, id: 'v-8' }, 200],
])(
  '%s is remembered as no record, and teaches about no other vehicle',
  async (_name, answer, status) => {
    const { directory, client } = over(answer, status)
    await failureOf(client.getVehicle('v-7'))
    await failureOf(client.getVehicle('v-7'))
    expect(directory.factsOf('v-7')).toMatchObject({ entry: NO_NAMES, isMissing: true, repeats: 1 })
    expect(directory.size).toBe(1)
  },
)

test('a failure teaches nothing', async () => {
  const { directory, client } = over({}, 500)
  await failureOf(client.getVehicle('v-7'))
  expect(directory.size).toBe(0)
})

test('names in search objects and statuses are shown until the record is read', async () => {
  const { directory, client } = over({
    vehicles: [{ id: 'v-7', our_ref: 'Bay 4' }, { id: 'v-8' }, null],
  })
  await client.searchVehicles({
    position: { lat: 1, lng: 2 },
    radius: 9,
    type: null,
    limit: 9,
    cursor: null,
  })
  expect(directory.entryOf('v-7')).toEqual({ ...entry, licence_plate: null })
  expect(directory.factsOf('v-7')?.readAtMs).toBe(0)
  expect(directory.size).toBe(1)
  const status = over({ id: 'v-9', licence_plate: 'AB 12', active_booking_id: 'b-1' })
  await status.client.getVehicleStatus('v-9')
  expect(status.directory.entryOf('v-9')).toEqual({
    ...entry,
    our_ref: null,
    active_booking_id: 'b-1',
  })
})

test('a search object without names takes none away', async () => {
  const { directory, client } = over({ vehicle: record })
  await client.getVehicle('v-7')
  directory.learnSearchObjects([{ id: 'v-7', our_ref: null, licence_plate: true }])
  expect(directory.entryOf('v-7')).toEqual(entry)
})

test('a name in a search object that is a whole number is its text', async () => {
  const { directory, client } = over({ vehicle: record })
  await client.getVehicle('v-7')
  directory.learnSearchObjects([{ id: 'v-7', our_ref: 4, licence_plate: 4971 }])
  expect(directory.entryOf('v-7')).toMatchObject({ our_ref: '4', licence_plate: '4971' })
})

test.each(['a b', '🚕'.repeat(128), '50%', '__proto__', 'constructor'])(
  'the id %s has an entry of its own',
  async (id) => {
    const { directory, client } = over({ ...record, id })
    expect(directory.entryOf(id)).toBeNull()
    await client.getVehicle(id)
    expect([...directory.all()].map(([known]) => known)).toEqual([id])
    expect(directory.entryOf(id)).toEqual(entry)
  },
)

test('newer facts of another node are taken over, older ones are not, and a day later all are forgotten', () => {
  let nowMs = NOW_MS
  const directory = createDirectory(() => nowMs)
  directory.adopt('v-7', facts('new', NOW_MS - 1000))
  directory.adopt('v-7', facts('old', NOW_MS - 2000))
  directory.adopt('v-8', facts('too old', NOW_MS - KEPT_MS))
  expect([directory.entryOf('v-7')?.our_ref, directory.size]).toEqual(['new', 1])
  nowMs += KEPT_MS
  directory.forgetOld()
  expect(directory.size).toBe(0)
})

test('a very long name is cut short', async () => {
  const { directory, client } = over({ ...record, our_ref: 'x'.repeat(100_000) })
  await client.getVehicle('v-7')
  expect(directory.entryOf('v-7')?.our_ref).toHaveLength(257)
})

test('names in search objects stay while searches name them, and go with them', () => {
  const directory = createDirectory(now)
  const search = () => directory.learnSearchObjects([{ id: 'v-7', our_ref: 'Bay 4' }])
  search()
  const first = directory.entryOf('v-7')
  for (let times = 0; times < 3; times++) {
    search()
    directory.forgetOld()
    expect(directory.entryOf('v-7')).toBe(first)
  }
  directory.forgetOld()
  expect(directory.size).toBe(0)
})

test('facts that a wrong clock dated ahead are not taken over, and give way', () => {
  let nowMs = NOW_MS
  const directory = createDirectory(() => nowMs)
  directory.adopt('v-7', facts('a year ahead', NOW_MS + 365 * KEPT_MS))
  expect(directory.entryOf('v-7')).toBeNull()
  directory.adopt('v-7', facts('now', NOW_MS))
  nowMs -= 2 * 60 * 60_000
  directory.adopt('v-7', facts('after the clock was set back', nowMs))
  expect(directory.entryOf('v-7')?.our_ref).toBe('after the clock was set back')
})

test('an id too long to be asked for has no entry', async () => {
  const id = 'x'.repeat(100_000)
  const { directory, client } = over({ ...record, id })
  await client.getVehicleByOurRef('Bay 4')
  directory.learnSearchObjects([{ id, our_ref: 'Bay 4' }])
  expect(directory.size).toBe(0)
})

test('long addresses of webhooks are not kept in memory with their hosts', () => {
  const directory = createDirectory(now)
  const usedBytes = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = usedBytes()
  for (let n = 0; n < 500; n++) {
    const url = `https://host-number-${n}.service.example/${'x'.repeat(100_000)}`
    const read = readVehicle({ id: `v-${n}`, webhooks: { 'vehicle-booking-create': url } })
    if (read) directory.learn(read, NOW_MS)
  }
  expect(usedBytes() - before).toBeLessThan(10_000_000)
  expect(directory.factsOf('v-7')?.webhookHosts).toEqual(['host-number-7.service.example'])
})

function directoryOf(...names: [ourRef: string, plate: string][]) {
  const directory = createDirectory()
  names.forEach(([our_ref, licence_plate], n) => {
    const record = readVehicle({ id: `v-${n}`, our_ref, licence_plate })
    if (record) directory.learn(record, Date.now())
  })
  return directory
}

const refsOf = async (...given: Parameters<typeof findVehicles>) =>
  (await findVehicles(...given)).map(({ ourRef }) => ourRef)

test('the same name comes before one that begins with the text, and that before one that holds it', async () => {
  const directory = directoryOf(
    ['X-KB-17', 'A 1'],
    ['KB-170', 'A 2'],
    ['KB-17', 'A 3'],
    ['KB-8', 'A 4'],
  )
  expect(await refsOf(directory, 'kb 17', 8)).toEqual(['KB-17', 'KB-170', 'X-KB-17'])
  expect(await refsOf(directory, 'kb', 2)).toEqual(['KB-8', 'KB-17'])
})

test('a number finds the call sign that has it, with the word of a type beside it', async () => {
  const directory = directoryOf(
    ['KB-170', 'A 1'],
    ['KB-117', 'A 2'],
    ['KB-17', 'A 3'],
    ['KB-2', 'A 17'],
  )
  expect(await refsOf(directory, '17', 8)).toEqual(['KB-17', 'KB-2', 'KB-117', 'KB-170'])
  expect(await findVehicles(directory, 'van 17', 1, ['van'])).toMatchObject([{ ourRef: 'KB-17' }])
  expect(await refsOf(directory, '2', 8)).toEqual(['KB-2'])
})

test('a plate is found without its spaces, hyphens and dots', async () => {
  const directory = directoryOf(['Bay 4', 'SBA·12-34'], ['Bay 5', 'SBA 9'])
  expect(await findVehicles(directory, 'sba 1234', 8)).toEqual([
    { id: 'v-0', ourRef: 'Bay 4', licencePlate: 'SBA·12-34' },
  ])
})

test('one letter names no vehicle by a part', async () => {
  expect(await refsOf(directoryOf(['K', 'A 1'], ['KB', 'A 2']), 'k', 8)).toEqual(['K'])
})

test('a large fleet is searched whole, and other work gets its turn meanwhile', async () => {
  const names = Array.from({ length: 25_000 }, (_, n): [string, string] => [
    `Taxi ${n}`,
    `SBA ${n}`,
  ])
  const directory = directoryOf(...names)
  let turns = 0
  const other = setInterval(() => turns++, 0)
  const found = await refsOf(directory, 'taxi 24999', 8)
  clearInterval(other)
  expect(found).toEqual(['Taxi 24999'])
  expect(turns).toBeGreaterThanOrEqual(1)
})

test('drivers are found by name and number, the best first, and never by a search for vehicles', async () => {
  const directory = createDirectory()
  const learn = (id: string, driver_name: string | null, driver_phone_number: string | null) => {
    const record = readVehicle({ id, our_ref: id, driver_name, driver_phone_number })
    if (record) directory.learn(record, 1_700_000_000_000)
  }
  learn('v-1', 'Mariano Paz', '099 111 222')
  learn('v-2', 'María Paz', null)
  learn('v-3', null, '+598 99 333 444')
  learn('v-4', null, null)
  const idsOf = async (text: string) => (await findDrivers(directory, text, 8)).map(({ id }) => id)
  expect(await idsOf('maria paz')).toEqual(['v-2', 'v-1'])
  expect(await idsOf('099 333 444')).toEqual(['v-3'])
  expect(await findDrivers(directory, 'paz', 1)).toEqual([
    {
      id: 'v-2',
      ourRef: 'v-2',
      licencePlate: null,
      name: 'María Paz',
      phone: null,
      readAtMs: 1_700_000_000_000,
    },
  ])
  expect(await findVehicles(directory, 'maria paz', 8)).toEqual([])
  expect(await findVehicles(directory, '333 444', 8)).toEqual([])
})
