import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CHANGES_KEPT_MS, type RecordChange } from '@/lib/api/contract/watch-list'
import { createEncryption } from '@/lib/store/encryption'
import { operators, watchEntries, watchedVehicles } from '@/lib/store/schema'
import type { Store } from '@/lib/store/store'
import { describeOnEach } from '@/lib/testing/stores'
import { createMemoryStore } from './memory-store'
import { createSqlStore } from './sql-store'
import { CLAIM_MS, SILENT_MS, type WatchStore } from './watched-state'

const START_MS = Date.UTC(2026, 0, 1, 12)
const MAXIMUM = 7
const MINUTE_MS = 60_000
const ODD_IDS = [
  'a b',
  '🚕'.repeat(40),
  '50%',
  '__proto__',
  "'; drop table operators --",
  'x'.repeat(128),
]

const change = (path: string, atMs: number): RecordChange => ({
  path,
  label: path,
  group: 'driver',
  section: '2.1',
  old: { is: 'value', value: 'Ada' },
  new: { is: 'value', value: 'Grace' },
  at: new Date(atMs).toISOString(),
  after: new Date(atMs - 1000).toISOString(),
})

const report = (readAtMs: number, status: string | null = null) =>
  ({ status, mtime: null, position: { lat: 1, lng: 2 }, isKnown: true, readAtMs }) as const

const AGES = { recordMs: 2 * MINUTE_MS, reportMs: MINUTE_MS, most: 2 }

/** @param open gives nodes of one store */
function tests(
  open: () => Promise<{ nodes: readonly [WatchStore, WatchStore]; pass(ms: number): void }>,
) {
  it('holds own lists and a shared one, of vehicles with any id', async () => {
    const { nodes, pass } = await open()
    const [here, there] = nodes
    for (const id of ODD_IDS) {
      expect(await here.add('o-1', id, 'o-1')).toBe('added')
      pass(1000)
    }
    expect(await there.add('o-1', 'a b', 'o-1')).toBe('known')
    expect(await there.add(null, 'a b', 'o-2')).toBe('added')
    expect((await there.list('o-1')).map(({ vehicleId }) => vehicleId)).toEqual(ODD_IDS)
    const [seen, ...others] = await here.list('o-2')
    expect(others).toEqual([])
    const entries = [{ owner: null, addedAtMs: START_MS + ODD_IDS.length * 1000 }]
    expect(seen).toMatchObject({ vehicleId: 'a b', entries })
    expect((await here.find('o-1', 'a b'))?.entries).toHaveLength(2)
    expect(await here.find('o-2', '50%')).toBeNull()
    expect((await here.watchedIds()).sort()).toEqual([...ODD_IDS].sort())
  })

  it('forgets a vehicle with its record once it is in no list', async () => {
    const { nodes } = await open()
    const [here, there] = nodes
    await here.add('o-1', 'v-1', 'o-1')
    await here.add(null, 'v-1', 'o-1')
    await here.updateRecord('v-1', () => ({ raw: { id: 'v-1' }, readAtMs: START_MS, changes: [] }))
    expect(await there.remove('o-2', 'v-1')).toBe(false)
    expect(await there.remove('o-1', 'v-1')).toBe(true)
    expect((await there.find('o-1', 'v-1'))?.record.raw).toEqual({ id: 'v-1' })
    expect(await there.remove(null, 'v-1')).toBe(true)
    expect(await here.watchedIds()).toEqual([])
    await here.add(null, 'v-1', 'o-1')
    expect((await there.find(null, 'v-1'))?.record.raw).toBeNull()
  })

  it('a list is full at its bound', async () => {
    const [store] = (await open()).nodes
    for (let n = 0; n < MAXIMUM; n++) await store.add('o-1', `v-${n}`, 'o-1')
    expect(await store.add('o-1', 'one more', 'o-1')).toBe('full')
    expect(await store.add('o-1', 'v-6', 'o-1')).toBe('known')
    expect(await store.add('o-2', 'one more', 'o-2')).toBe('added')
    expect(await store.list('o-1')).toHaveLength(MAXIMUM)
  })

  it('two nodes change a record one after the other', async () => {
    const { nodes } = await open()
    await nodes[0].add(null, 'v-1', null)
    const grow = (store: WatchStore, path: string) =>
      store.updateRecord('v-1', ({ changes }) => ({
        raw: { id: 'v-1' },
        readAtMs: START_MS,
        changes: [...changes, change(path, START_MS)],
      }))
    await Promise.all(['a', 'b', 'c', 'd'].map((path, n) => grow(nodes[n % 2] as WatchStore, path)))
    const found = await nodes[1].find(null, 'v-1')
    expect(found?.record.changes.map(({ path }) => path).sort()).toEqual(['a', 'b', 'c', 'd'])
    await nodes[0].updateRecord('v-1', () => null)
    expect((await nodes[1].find(null, 'v-1'))?.record.changes).toHaveLength(4)
    await nodes[0].updateRecord('unknown', () => ({ raw: {}, readAtMs: START_MS, changes: [] }))
    expect(await nodes[0].watchedIds()).toEqual(['v-1'])
  })

  it('keeps the newest report of each vehicle', async () => {
    const { nodes } = await open()
    const [here, there] = nodes
    for (const id of ['v-1', 'v-2']) await here.add(null, id, null)
    const save = (node: WatchStore, ...two: ReturnType<typeof report>[]) =>
      node.saveReports(new Map(two.map((one, n) => [`v-${n + 1}`, one])))
    await save(here, report(START_MS, 'busy'), report(START_MS, 'free'))
    await save(there, report(START_MS - 1, 'late'), report(START_MS + 1, 'off'))
    await save(there)
    expect((await here.find(null, 'v-1'))?.report).toEqual(report(START_MS, 'busy'))
    expect((await here.find(null, 'v-2'))?.report).toEqual(report(START_MS + 1, 'off'))
  })

  it('gives what is due to one node only', async () => {
    const { nodes, pass } = await open()
    for (const id of ['v-1', 'v-2', 'v-3']) await nodes[0].add(null, id, null)
    const [first, second] = await Promise.all(nodes.map((node) => node.claimDue(AGES)))
    const claimed = [...(first ?? []), ...(second ?? [])]
    expect(claimed.map(({ vehicleId }) => vehicleId).sort()).toEqual(['v-1', 'v-2', 'v-3'])
    expect(claimed[0]).toMatchObject({ needsRecord: true, needsReport: true })
    await nodes[0].updateRecord('v-1', () => ({ raw: {}, readAtMs: START_MS, changes: [] }))
    const seen = report(START_MS)
    await nodes[0].saveReports(new Map(['v-1', 'v-2'].map((id) => [id, seen])))
    pass(CLAIM_MS + 1)
    const again = await nodes[1].claimDue({ ...AGES, most: 9 })
    expect(again.map(({ vehicleId }) => vehicleId).sort()).toEqual(['v-2', 'v-3'])
    expect(again.find(({ vehicleId }) => vehicleId === 'v-2')).toMatchObject({ needsReport: false })
    pass(MINUTE_MS)
    const due = await nodes[0].claimDue({ ...AGES, most: 9 })
    expect(due.find(({ vehicleId }) => vehicleId === 'v-1')).toMatchObject({
      needsRecord: false,
      needsReport: true,
      addedAtMs: START_MS,
      record: { raw: {} },
      report: seen,
    })
  })

  it('goes on after the clock was set back', async () => {
    const { nodes, pass } = await open()
    const [store] = nodes
    await store.add(null, 'v-1', null)
    await store.claimDue(AGES)
    await store.updateRecord('v-1', () => ({ raw: {}, readAtMs: START_MS, changes: [] }))
    await store.saveReports(new Map([['v-1', report(START_MS, 'ahead')]]))
    pass(-60 * MINUTE_MS)
    expect(await store.claimDue(AGES)).toMatchObject([
      { vehicleId: 'v-1', needsRecord: true, needsReport: true },
    ])
    await store.saveReports(new Map([['v-1', report(START_MS - 60 * MINUTE_MS, 'now')]]))
    expect((await store.find(null, 'v-1'))?.report?.status).toBe('now')
  })

  it('drops changes after 7 days, and vehicles that nothing was heard of for 30', async () => {
    const { nodes, pass } = await open()
    const [store] = nodes
    await store.add(null, 'v-1', null)
    const changes = [change('new', START_MS + MINUTE_MS), change('old', START_MS)]
    await store.updateRecord('v-1', () => ({ raw: {}, readAtMs: START_MS, changes }))
    pass(CHANGES_KEPT_MS)
    await store.purge()
    expect((await store.find(null, 'v-1'))?.record.changes.map(({ path }) => path)).toEqual(['new'])
    pass(SILENT_MS)
    await store.purge()
    expect(await store.watchedIds()).toEqual([])
  })
}

function clock() {
  let nowMs = START_MS
  const setTo = (ms: number) => {
    nowMs = ms
  }
  return { now: () => nowMs, pass: (ms: number) => setTo(nowMs + ms) }
}

describe('watch lists in memory', () => {
  tests(async () => {
    const { now, pass } = clock()
    const store = createMemoryStore(now, MAXIMUM)
    return { nodes: [store, store], pass }
  })
})

async function openSql(store: Store, maximum = MAXIMUM) {
  const { now, pass } = clock()
  await store.query('truncate watched_vehicles cascade')
  await store.query('truncate operators cascade')
  for (const id of ['o-1', 'o-2'])
    await store.db
      .insert(operators)
      .values({ id, name: `Name of ${id}`, email: `${id}@kerbside.example` })
  const { hash } = createEncryption('key', 'watch list')
  const node = (secret = 'key', earlier: readonly string[] = []) =>
    createSqlStore(store.db, createEncryption(secret, 'watch list', earlier), now, maximum)
  return { nodes: [node(), node()] as const, pass, node, hash }
}

describeOnEach('watch lists', (store) => {
  tests(() => openSql(store()))

  it('nothing about a vehicle is readable in the store', async () => {
    const { nodes, node } = await openSql(store())
    await nodes[0].add('o-1', 'canary-7', 'o-1')
    const raw = { id: 'canary-7', driver_name: 'Canary Name' }
    const changes = [change('driver_canary', START_MS)]
    await nodes[0].updateRecord('canary-7', () => ({ raw, readAtMs: START_MS, changes }))
    await nodes[0].saveReports(new Map([['canary-7', report(START_MS, 'canary')]]))
    const { db } = store()
    const all = [await db.select().from(watchedVehicles), await db.select().from(watchEntries)]
    expect(JSON.stringify(all)).toContain('record')
    expect(JSON.stringify(all)).not.toMatch(/canary/i)
    expect((await nodes[1].find('o-1', 'canary-7'))?.entries[0]?.addedBy).toBe('Name of o-1')
    expect(await node('another key').list('o-1')).toEqual([])
  })

  it('entries of an earlier key fill no list and take no turn from those that can be read', async () => {
    const { nodes, node } = await openSql(store())
    for (let n = 0; n < MAXIMUM; n++) await nodes[0].add('o-1', `v-${n}`, 'o-1')
    const later = node('another key')
    for (let n = 0; n < MAXIMUM; n++) expect(await later.add('o-1', `v-${n}`, 'o-1')).toBe('added')
    expect(await later.add('o-1', 'one more', 'o-1')).toBe('full')
    expect(await later.add('o-1', 'v-0', 'o-1')).toBe('known')
    expect([(await later.watchedIds()).length, later.unreadable]).toEqual([MAXIMUM, MAXIMUM])
    const claimed = await later.claimDue({
      recordMs: MINUTE_MS,
      reportMs: MINUTE_MS,
      most: MAXIMUM,
    })
    expect(claimed).toHaveLength(MAXIMUM)
  })

  it('after a change of key all lists are encrypted anew, and the earlier key is not needed any more', async () => {
    const { nodes, node } = await openSql(store())
    await nodes[0].add('o-1', 'v-7', 'o-1')
    await nodes[0].add(null, 'v-7', 'o-2')
    await nodes[0].add('o-1', 'v-8', 'o-1')
    const changes = [change('driver_name', START_MS)]
    await nodes[0].updateRecord('v-7', () => ({ raw: { id: 'v-7' }, readAtMs: START_MS, changes }))
    await nodes[0].saveReports(new Map([['v-7', report(START_MS, 'busy')]]))
    const before = await nodes[0].list('o-1')
    const changed = node('another key', ['key'])
    expect(await changed.list('o-1')).toEqual(before)
    // On two nodes at once, of which one has added a vehicle already.
    await changed.add(null, 'v-8', 'o-1')
    await Promise.all([changed.watchedIds(), node('another key', ['key']).watchedIds()])

    const after = node('another key')
    expect((await after.watchedIds()).sort()).toEqual(['v-7', 'v-8'])
    expect(after.unreadable).toBe(0)
    expect(await after.find('o-1', 'v-7')).toEqual(before[0])
    expect((await after.find('o-1', 'v-8'))?.entries).toHaveLength(2)
    expect(await after.remove('o-1', 'v-7')).toBe(true)
  })

  it('of 60 vehicles at once a list for 40 takes as many, and leaves other requests their connections', async () => {
    const { nodes } = await openSql(store(), 40)
    let isOver = false
    const all = Array.from({ length: 60 }, (_, n) => nodes[n % 2]!.add('o-1', `v-${n}`, 'o-1'))
    const adding = Promise.all(all).finally(() => {
      isOver = true
    })
    await store().query('select 1')
    expect(isOver).toBe(false)
    expect((await adding).toSorted()).toEqual([
      ...Array(40).fill('added'),
      ...Array(20).fill('full'),
    ])
    expect(await nodes[0].list('o-1')).toHaveLength(40)
  })

  it('nodes that save reports of the same vehicles in different orders do not lock each other out', async () => {
    if (store().kind === 'pglite') return
    const { nodes, hash } = await openSql(store())
    for (const id of ['v-1', 'v-2', 'v-3']) await nodes[0].add('o-1', id, 'o-1')
    // Of many rows PostgreSQL looks each up by its id, in the order of the reports.
    await store().query(
      "insert into watched_vehicles (id, vehicle, added_at) select n, '', now() from generate_series(1, 5000) as n",
    )
    await store().query('analyze watched_vehicles')
    const save = (node: WatchStore, ids: readonly string[], readAtMs: number) =>
      node.saveReports(new Map(ids.map((id) => [id, report(readAtMs)])))
    const untilWaiting = (count: number) =>
      expect
        .poll(
          async () => (await store().query('select 1 from pg_locks where not granted')).rowCount,
        )
        .toBe(count)
    const saving: Promise<void>[] = []
    await store().db.transaction(async (tx) => {
      await tx
        .select()
        .from(watchedVehicles)
        .where(eq(watchedVehicles.id, hash('v-2')))
        .for('update')
      saving.push(save(nodes[0], ['v-1', 'v-2', 'v-3'], START_MS))
      await untilWaiting(1)
      saving.push(save(nodes[1], ['v-3', 'v-1'], START_MS + 1))
      await untilWaiting(2)
    })
    await Promise.all(saving)
    const reported = (await nodes[0].list('o-1')).map(({ report }) => report?.readAtMs)
    expect(reported).toEqual([START_MS + 1, START_MS, START_MS + 1])
  })

  it('removals and additions at once lose no vehicle', async () => {
    const { nodes } = await openSql(store())
    for (let round = 0; round < 20; round++) {
      await nodes[0].add('o-2', 'v-x', 'o-2')
      await Promise.all([nodes[0].remove('o-2', 'v-x'), nodes[1].add(null, 'v-x', 'o-1')])
      expect((await nodes[0].find(null, 'v-x'))?.vehicleId).toBe('v-x')
      await nodes[1].remove(null, 'v-x')
    }
  })

  it('an operator’s own list goes with the account', async () => {
    const { nodes } = await openSql(store())
    await nodes[0].add('o-1', 'v-1', 'o-1')
    await nodes[0].add(null, 'v-2', 'o-1')
    await store().query("delete from operators where id = 'o-1'")
    await nodes[0].purge()
    const left = await nodes[1].list('o-1')
    expect(left.map(({ vehicleId, entries }) => [vehicleId, entries[0]?.addedBy])).toEqual([
      ['v-2', null],
    ])
    expect(await nodes[1].watchedIds()).toEqual(['v-2'])
  })
})
