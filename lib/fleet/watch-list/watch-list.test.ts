import { expect, it } from 'vitest'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { createMemoryStore } from './memory-store'
import { createWatchList, type VehicleSource, type WatchList } from './watch-list'

const START_MS = Date.UTC(2026, 0, 1, 12)
const MINUTE_MS = 60_000
const STEP_MS = 5_000

/** Nodes of one store, over a service whose vehicles can be changed, or over `source`. */
function bench(source: (nowMs: () => number) => Partial<VehicleSource> = () => ({}), nodes = 1) {
  let nowMs = START_MS
  const now = () => nowMs
  const store = createMemoryStore(now)
  const calls: string[] = []
  const lines: string[] = []
  const vehicles = new Map<string, { record: object; status: object }>()
  let isOpen = true

  function node() {
    const watchList = createWatchList({
      store: async () => store,
      log: (line) => lines.push(line),
      now,
    })
    watchList.readFrom({
      requestRecord(id) {
        calls.push(`record ${id}`)
        const found = vehicles.get(id)
        if (found) watchList.onRecord(id, { id, ...found.record }, nowMs)
      },
      async readStatus(id) {
        calls.push(`status ${id}`)
        const found = vehicles.get(id)
        if (!found) throw new ProblemError('not-found')
        watchList.onSearchObjects([{ id, ...found.status }])
      },
      canRead: () => isOpen,
      ...source(now),
    })
    return watchList
  }
  const all = Array.from({ length: nodes }, node)
  return {
    calls,
    lines,
    vehicles,
    nodes: all,
    watchList: all[0] as ReturnType<typeof node>,
    pause(paused: boolean) {
      isOpen = !paused
    },
    /** Runs the nodes' steps, while a page of each asks for the list. */
    async pass(ms: number, { isSeen = true } = {}) {
      for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += STEP_MS) {
        if (isSeen) await Promise.all(all.map((one) => one.list('o-1')))
        await Promise.all(all.map((one) => one.step()))
      }
    },
  }
}

/** A record of v-7 as it is read. */
async function read(watchList: WatchList, fields: object, atMs = START_MS) {
  watchList.onRecord('v-7', { id: 'v-7', ...fields }, atMs)
  await new Promise(setImmediate)
}

it('reads a watched vehicle’s record again every two minutes and tells its changes since it was added', async () => {
  const { watchList, vehicles, pass, calls } = bench()
  vehicles.set('v-7', {
    record: { our_ref: 'KB-17', driver_name: 'Ada' },
    status: { status: 'available' },
  })
  await watchList.add('o-1', 'v-7', 'o-1')
  await pass(MINUTE_MS)
  vehicles.set('v-7', {
    record: { our_ref: 'KB-17', driver_name: 'Grace' },
    status: { status: 'busy' },
  })
  await pass(2 * MINUTE_MS)
  const [seen] = await watchList.list('o-1')
  expect(seen?.own?.addedAt).toBe('2026-01-01T12:00:00.000Z')
  expect(seen).toMatchObject({
    id: 'v-7',
    our_ref: 'KB-17',
    report: { status: 'busy', isKnown: true },
  })
  expect(seen?.changes).toEqual([
    {
      path: 'driver_name',
      label: 'Name',
      group: 'driver',
      section: '2.1',
      old: { is: 'value', value: 'Ada' },
      new: { is: 'value', value: 'Grace' },
      at: '2026-01-01T12:02:05.000Z',
      after: '2026-01-01T12:00:00.000Z',
    },
  ])
  expect(calls.filter((call) => call === 'record v-7')).toHaveLength(2)
  expect(await watchList.list('o-2')).toEqual([])
})

it('reads no status of a vehicle that a sweep lists, and none while the service is left alone', async () => {
  const { watchList, vehicles, pass, pause, calls } = bench()
  vehicles.set('v-7', { record: {}, status: { status: 'available' } })
  await watchList.add(null, 'v-7', null)
  for (let n = 0; n < 24; n++) {
    watchList.onSearchObjects([
      { id: 'v-7', status: 'busy' },
      { id: 'v-8', status: 'busy' },
      null,
      7,
    ])
    await pass(STEP_MS)
  }
  expect(calls).not.toContain('status v-7')
  pause(true)
  const before = calls.length
  await pass(5 * MINUTE_MS)
  expect(calls).toHaveLength(before)
  pause(false)
  await pass(STEP_MS)
  expect(calls.slice(before).sort()).toEqual(['record v-7', 'status v-7'])
})

it('reads nothing while no page is open, and what changed meanwhile once one is', async () => {
  const { watchList, vehicles, pass, calls } = bench()
  vehicles.set('v-7', { record: { make: 'Volvo' }, status: {} })
  await watchList.add(null, 'v-7', null)
  await pass(STEP_MS)
  await pass(6 * MINUTE_MS, { isSeen: false })
  const before = calls.length
  vehicles.set('v-7', { record: { make: 'Saab' }, status: {} })
  await pass(60 * MINUTE_MS, { isSeen: false })
  expect(calls).toHaveLength(before)
  await pass(STEP_MS)
  const [change] = (await watchList.list(null))[0]?.changes ?? []
  expect(change).toMatchObject({ path: 'make', at: '2026-01-01T13:06:05.000Z' })
  expect(Date.parse(change?.after ?? '')).toBeLessThan(START_MS + 7 * MINUTE_MS)
})

it('a late answer that others overtook changes nothing', async () => {
  const { watchList } = bench()
  await watchList.add(null, 'v-7', null)
  await read(watchList, { make: 'Volvo' })
  await read(watchList, { make: 'Saab' }, START_MS + 3000)
  await read(watchList, { make: 'Volvo' }, START_MS + 1000)
  const changes = (await watchList.changes(null, 'v-7'))?.changes
  expect(changes).toMatchObject([
    { old: { is: 'value', value: 'Volvo' }, new: { is: 'value', value: 'Saab' } },
  ])
  expect(await watchList.changes(null, 'v-8')).toBeNull()
})

it('a field that changes with every reading leaves room for the others', async () => {
  const { watchList } = bench()
  await watchList.add(null, 'v-7', null)
  for (let n = 0; n < 150; n++)
    await read(watchList, { battery: n, make: n < 3 ? 'Volvo' : 'Saab' }, START_MS + n * MINUTE_MS)
  const changes = (await watchList.changes(null, 'v-7'))?.changes ?? []
  expect([changes.length, changes.at(-1)?.path]).toEqual([21, 'make'])
})

it('a record that was opened just before the vehicle was added is read again at once, later ones every two minutes', async () => {
  const readsMs: number[] = [START_MS]
  const { watchList, pass } = bench((now) => ({
    // As the directory's reader: nothing is read that was read lately.
    requestRecord(id, { olderThanMs }) {
      if (now() - (readsMs.at(-1) ?? 0) < olderThanMs) return
      readsMs.push(now())
      watchList.onRecord(id, { id, our_ref: 'KB-17' }, now())
    },
    readStatus: async () => undefined,
  }))
  await pass(10_000)
  await watchList.add(null, 'v-7', null)
  await pass(5 * MINUTE_MS)
  expect((await watchList.list(null))[0]?.our_ref).toBe('KB-17')
  expect(readsMs[1]).toBe(START_MS + 10_000)
  expect(readsMs[2]).toBeGreaterThanOrEqual(START_MS + 130_000)
})

it('a vehicle without a record is asked for at most every two minutes', async () => {
  const readsMs: number[] = []
  const { watchList, pass } = bench((now) => ({
    requestRecord(_id, { olderThanMs }) {
      if (now() - (readsMs.at(-1) ?? 0) >= olderThanMs) readsMs.push(now())
    },
    readStatus: async () => undefined,
  }))
  await watchList.add(null, 'v-7', null)
  await pass(20 * MINUTE_MS)
  // Once more at the beginning: the node that reads may not have known of it yet.
  expect(readsMs.length).toBeLessThanOrEqual(20 / 2 + 1)
})

it('vehicles of another API key are named once in the log', async () => {
  const lines: string[] = []
  const store = { ...createMemoryStore(() => START_MS), unreadable: 3 }
  const watchList = createWatchList({ store: async () => store, log: (line) => lines.push(line) })
  for (let step = 0; step < 3; step++) await watchList.step()
  expect(lines).toEqual([
    expect.stringMatching(/^3 watched vehicles were added with another API key/),
  ])
})

it('a vehicle that is added while the ids are read is not forgotten by that', async () => {
  const store = createMemoryStore(() => START_MS)
  let release = () => {}
  let isHeld = false
  const slow = {
    ...store,
    async watchedIds() {
      const ids = await store.watchedIds()
      if (isHeld) await new Promise<void>((resolve) => (release = resolve))
      return ids
    },
  }
  const watchList = createWatchList({ store: async () => slow, log: () => {}, now: () => START_MS })
  isHeld = true
  const step = watchList.step()
  await new Promise(setImmediate)
  await watchList.add(null, 'v-7', null)
  release()
  await step
  await read(watchList, { make: 'Volvo' })
  expect((await watchList.list(null))[0]?.make).toBe('Volvo')
})

it('after a restart, a vehicle that the service no longer knows is as it was last reported', async () => {
  const { watchList, nodes, vehicles, pass } = bench(undefined, 2)
  const [, restarted] = nodes
  await watchList.add(null, 'v-7', null)
  watchList.onSearchObjects([{ id: 'v-7', status: 'busy' }])
  await watchList.stop()
  expect(vehicles.size).toBe(0)
  await pass(3 * MINUTE_MS)
  expect((await restarted?.list(null))?.[0]?.report).toMatchObject({
    status: 'busy',
    isKnown: false,
  })
})

it.each([
  ['500', {}, 25],
  ['429 and a pause', { retryAfterMs: 5 * MINUTE_MS }, 5],
])(
  'a service that answers each status with %s is asked ever more rarely, and goes on later',
  async (_name, failure, most) => {
    let calls = 0
    let fails = true
    const { watchList, pass } = bench(() => ({
      requestRecord: () => {},
      async readStatus(id) {
        calls++
        if (fails) throw Object.assign(new Error('failed'), failure)
        watchList.onSearchObjects([{ id, status: 'busy' }])
      },
    }))
    for (let n = 0; n < 50; n++) await watchList.add(null, `v-${n}`, null)
    await pass(20 * MINUTE_MS)
    expect(calls).toBeGreaterThan(3)
    expect(calls).toBeLessThanOrEqual(most)
    fails = false
    await pass(10 * MINUTE_MS)
    const reports = (await watchList.list(null)).map(({ report }) => report?.status)
    expect(new Set(reports)).toEqual(new Set(['busy']))
  },
)

it('tells since when a vehicle has its status, on every node, as far as one has seen it begin', async () => {
  const { watchList, nodes, vehicles, pass } = bench(undefined, 2)
  vehicles.set('v-7', { record: {}, status: { status: 'busy' } })
  await watchList.add(null, 'v-7', null)
  await pass(MINUTE_MS)
  const sinceMs = () =>
    Promise.all(
      nodes.map(async (node) => (await node.list(null))[0]?.report?.statusSinceMs ?? null),
    )
  expect(await sinceMs()).toEqual([null, null])
  vehicles.set('v-7', { record: {}, status: { status: 'available' } })
  watchList.onSearchObjects([{ id: 'v-7', status: 'available' }])
  const freeMs = START_MS + MINUTE_MS
  await pass(MINUTE_MS)
  nodes[1]?.onSearchObjects([{ id: 'v-7', status: 'available' }])
  expect(await sinceMs()).toEqual([freeMs, freeMs])
  // Another spelling is the same status.
  for (const node of nodes) node?.onSearchObjects([{ id: 'v-7', status: 'Available' }])
  expect(await sinceMs()).toEqual([freeMs, freeMs])
})

it('statuses that the service refuses keep none of the others waiting', async () => {
  const { watchList, pass } = bench(() => ({
    requestRecord: () => {},
    async readStatus(id) {
      if (id !== 'v-9') throw new ProblemError('request-refused')
      watchList.onSearchObjects([{ id, status: 'busy' }])
    },
  }))
  for (let n = 0; n < 10; n++) await watchList.add(null, `v-${n}`, null)
  await pass(3 * STEP_MS)
  const shown = await watchList.list(null)
  expect(shown.find(({ id }) => id === 'v-9')?.report?.status).toBe('busy')
})

it('a list holds no endless text of a record', async () => {
  const { watchList } = bench()
  await watchList.add(null, 'v-7', null)
  await read(watchList, {
    our_ref: 'x'.repeat(100_000),
    webhooks: { ['w'.repeat(100_000)]: 'https://a.example' },
  })
  await read(watchList, { our_ref: 'y'.repeat(100_000), ['n'.repeat(100_000)]: 1 })
  const [seen] = await watchList.list(null)
  expect(seen?.changes).toHaveLength(3)
  expect(JSON.stringify(seen).length).toBeLessThan(10_000)
})

it('a store that fails is logged once, rejects nothing, and the next step goes on', async () => {
  const lines: string[] = []
  const store = createMemoryStore()
  let fails = true
  const watchList = createWatchList({
    async store() {
      if (fails) throw new Error('no database')
      return store
    },
    log: (line) => lines.push(line),
  })
  for (let times = 0; times < 20; times++) await watchList.step()
  await watchList.purge()
  fails = false
  await watchList.step()
  await watchList.stop()
  expect(lines).toEqual(['Error: no database'])
})

it('reports a status and a position that came and are not read as unreadable', async () => {
  const { watchList, vehicles, pass } = bench()
  vehicles.set('v-7', { record: {}, status: { status: 7.5, position: [1, 2], type: 4 } })
  await watchList.add('o-1', 'v-7', 'o-1')
  await pass(STEP_MS)
  const [seen] = await watchList.list('o-1')
  expect(seen?.report).toMatchObject({
    status: null,
    position: null,
    unreadable: ['status', 'position'],
  })
})

it('reads a call sign that came as a number as the record’s page does', async () => {
  const { watchList, vehicles, pass } = bench()
  vehicles.set('v-7', { record: { our_ref: 17, licence_plate: 0.5 }, status: {} })
  await watchList.add('o-1', 'v-7', 'o-1')
  await pass(STEP_MS)
  const [seen] = await watchList.list('o-1')
  expect(seen).toMatchObject({ our_ref: '17', licence_plate: null })
  const [watched] = await watchList.watched()
  expect(watched).toMatchObject({ our_ref: '17', licence_plate: null })
})
