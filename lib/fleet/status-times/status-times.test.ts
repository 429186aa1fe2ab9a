import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StatusSince } from '@/lib/api/contract/live'
import { UNBROKEN_MS } from './seen-status'
import { StatusTimes, type StoredEntry } from './status-times'

const START_MS = Date.parse('2026-11-22T09:00:00Z')
const MINUTE_MS = 60_000

const at = (ms: number, isBeginning = false): StatusSince => ({ atMs: START_MS + ms, isBeginning })
const iso = (ms: number) => new Date(START_MS + ms).toISOString()

function observer(times: StatusTimes = new StatusTimes('a')) {
  return (ms: number, status: string | null, mtime: string | null = null, id = 'v') =>
    times.observe({ id, status, mtime }, START_MS + ms)
}

/** Nodes over one store, which each of them reads when it says so. */
function nodesOverStore() {
  let log: { readonly by: string; readonly entry: StoredEntry }[] = []
  return {
    start(node: string) {
      const times = new StatusTimes(node, (...entry) => log.push({ by: node, entry }))
      let read = new Set<unknown>()
      const sync = () => {
        const news = log.filter((one) => one.by !== node && !read.has(one))
        read = new Set(log)
        // As it comes from the store.
        times.adopt(JSON.parse(JSON.stringify(news.map(({ entry }) => entry))))
      }
      /** Replaces everything in the store by this node's entries. */
      const compact = () => {
        sync()
        log = [...times.all()].map((entry) => ({ by: node, entry }))
      }
      sync()
      return { times, sync, compact, observe: observer(times) }
    },
  }
}

test('a clock set far back or forward is an interruption, a little is nothing', () => {
  const observe = observer()
  observe(0, 'available')
  expect(observe(60 * MINUTE_MS, 'available')).toEqual(at(60 * MINUTE_MS))
  expect(observe(60 * MINUTE_MS + 5000, 'busy')).toEqual(at(60 * MINUTE_MS + 5000, true))
  expect(observe(0, 'busy')).toEqual(at(0))
  expect(observe(5000, 'available')).toEqual(at(5000, true))
  expect(observe(3000, 'available')).toEqual(at(5000, true))
  expect(observe(8000, 'available')).toEqual(at(5000, true))
})

test('a page that was read before another area saw the change does not undo it', () => {
  const times = new StatusTimes('a')
  const observe = observer(times)
  const listed = { status: 'available', statusSince: observe(0, 'available') }
  expect(observe(20_000, 'busy')).toEqual(at(20_000, true))
  const late = times.observe(
    { id: 'v', status: 'available', mtime: null },
    START_MS + 15_000,
    listed,
    START_MS,
  )
  expect(late).toEqual(at(0))
  expect(observe(25_000, 'busy')).toEqual(at(20_000, true))
})

test('a new leader continues from the list that the old one published', () => {
  const listed = { status: 'busy', statusSince: at(-14 * MINUTE_MS, true) }
  const leader = (gapMs: number, status = 'busy') =>
    new StatusTimes('b').observe(
      { id: 'v', status, mtime: null },
      START_MS + gapMs,
      listed,
      START_MS,
    )
  expect(leader(10_000)).toEqual(at(-14 * MINUTE_MS, true))
  expect(leader(10_000, 'available')).toEqual(at(10_000, true))
  expect(leader(UNBROKEN_MS + 1)).toEqual(at(UNBROKEN_MS + 1))
})

test('what is read from the store after the first sweep still counts', () => {
  const store = nodesOverStore()
  const before = store.start('a')
  before.observe(0, 'available', null, 'v')
  before.observe(0, 'available', null, 'w')
  const after = new StatusTimes('b')
  const observe = observer(after)
  expect(observe(20_000, 'available', null, 'v')).toEqual(at(20_000))
  expect(observe(20_000, 'busy', null, 'w')).toEqual(at(20_000))
  after.adopt([...before.times.all()])
  expect(observe(25_000, 'available', null, 'v')).toEqual(at(0))
  expect(observe(25_000, 'busy', null, 'w')).toEqual(at(20_000, true))
})

test('two nodes that sweep overlapping areas agree once they have read each other', () => {
  const store = nodesOverStore()
  const a = store.start('a')
  const b = store.start('b')
  a.observe(0, 'available')
  b.observe(60_000, 'available')
  for (const { sync } of [a, b]) sync()
  expect(a.observe(65_000, 'available')).toEqual(at(0))
  expect(b.observe(66_000, 'available')).toEqual(at(0))
  a.observe(70_000, 'busy')
  b.observe(71_000, 'busy')
  for (const { sync } of [a, b]) sync()
  expect(a.observe(75_000, 'busy')).toEqual(at(70_000, true))
  expect(b.observe(76_000, 'busy')).toEqual(at(70_000, true))
})

test('a vehicle that drives from one node’s area into another’s keeps its time, also after both restart', () => {
  const store = nodesOverStore()
  const a = store.start('a')
  const b = store.start('b')
  a.observe(0, 'available')
  a.observe(10_000, 'busy')
  b.sync()
  expect(b.observe(20_000, 'busy')).toEqual(at(10_000, true))
  // It is in no area of the first node any more, which withdraws it.
  for (let ms = 20_000; ms <= 10 * MINUTE_MS; ms += 5000) {
    a.observe(ms, 'available', null, 'other')
    b.observe(ms, 'busy')
  }
  for (const { sync } of [a, b]) sync()
  b.compact()
  expect(store.start('c').observe(11 * MINUTE_MS, 'busy')).toEqual(at(10_000, true))
})

test('vehicles that are not seen any more are forgotten, here and in the store', () => {
  const store = nodesOverStore()
  const node = store.start('a')
  for (let n = 0; n < 100; n++) node.observe(0, 'available', null, `v-${n}`)
  for (let ms = 0; ms <= 2 * UNBROKEN_MS; ms += MINUTE_MS) node.observe(ms, 'busy', null, 'stays')
  expect(node.times.size).toBe(1)
  expect(store.start('b').times.size).toBe(1)
})

test('a node that sweeps nothing forgets what others no longer see', () => {
  const store = nodesOverStore()
  const sweeps = store.start('a')
  const waits = store.start('b')
  for (let n = 0; n < 100; n++) sweeps.observe(0, 'available', null, `v-${n}`)
  waits.sync()
  expect(waits.times.size).toBe(100)
  // The first node dies; a third one goes on elsewhere.
  const third = store.start('c')
  for (let ms = 0; ms <= 3 * UNBROKEN_MS; ms += MINUTE_MS) {
    third.observe(ms, 'busy', null, 'other')
    waits.sync()
  }
  expect(waits.times.size).toBe(1)
})

test('beyond the bound of memory nothing is stored, and the list goes on', () => {
  let stored = 0
  const times = new StatusTimes('a', () => stored++)
  for (let n = 0; n < 200_000; n++)
    times.observe({ id: `v-${n}`, status: null, mtime: null }, START_MS)
  const before = stored
  const late = { id: 'late', status: null, mtime: null }
  const statusSince = times.observe(late, START_MS)
  const listed = { status: null, statusSince }
  expect(times.observe(late, START_MS + 5000, listed, START_MS)).toEqual(at(0))
  expect([times.size, stored - before]).toEqual([200_000, 1])
})

/** Status and time of a sight; the same vehicle each time. */
const sight = fc.record({
  afterMs: fc.oneof(
    fc.integer({ min: 1, max: 60_000 }),
    fc.constantFrom(UNBROKEN_MS, UNBROKEN_MS + 1),
  ),
  status: fc.constantFrom('available', 'busy', null),
  mtimeBackMs: fc.option(fc.integer({ min: -5000, max: 90_000 })),
})

test('random histories agree with what a reader of the whole history says', () => {
  fc.assert(
    fc.property(
      fc.array(sight, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      (sights, restarts) => {
        const store = nodesOverStore()
        let node = store.start('n-0')
        let ms = 0
        const history: { ms: number; status: string | null; mtimeMs: number | null }[] = []
        for (const [index, { afterMs, status, mtimeBackMs }] of sights.entries()) {
          ms += afterMs
          const mtimeMs = mtimeBackMs === null ? null : ms - mtimeBackMs
          history.push({ ms, status, mtimeMs })
          if (restarts && index % 3 === 2) {
            if (index % 2 === 0) node.compact()
            node = store.start(`n-${index}`)
          }
          const seen = node.observe(ms, status, mtimeMs === null ? null : iso(mtimeMs))
          expect(seen).toEqual(sinceByHistory(history))
        }
      },
    ),
    { numRuns: 500 },
  )
})

/** Goes back from the last sight to the first of the same status without a gap. */
function sinceByHistory(
  history: readonly { ms: number; status: string | null; mtimeMs: number | null }[],
) {
  let first = history.length - 1
  const isNear = (index: number) => history[index]!.ms - history[index - 1]!.ms <= UNBROKEN_MS
  while (first > 0 && isNear(first) && history[first - 1]!.status === history[first]!.status)
    first--
  if (first === 0 || !isNear(first)) return at(history[first]!.ms)
  const { ms, mtimeMs } = history[first]!
  const isBetween = mtimeMs !== null && mtimeMs > history[first - 1]!.ms && mtimeMs <= ms
  return at(isBetween ? mtimeMs : ms, true)
}

test('any number of nodes and areas never claim a status for a time at which one of them saw another', () => {
  const step = fc.record({
    node: fc.integer({ min: 0, max: 2 }),
    act: fc.constantFrom(
      'sees',
      'sees',
      'sees',
      'reads the store',
      'compacts the store',
      'restarts',
      'status changes',
    ),
    afterMs: fc.constantFrom(1, 4000, 20_000, 100_000, UNBROKEN_MS + 1),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const store = nodesOverStore()
      const nodes = [0, 1, 2].map((n) => store.start(`n-${n}`))
      let status = 'available'
      let ms = 1
      let restarts = 0
      const changes = [0]
      const sights: { readonly ms: number; readonly status: string; readonly node: number }[] = []
      for (const { node, act, afterMs } of steps) {
        ms += afterMs
        if (act === 'status changes') {
          status = status === 'busy' ? 'available' : 'busy'
          changes.push(ms)
        }
        if (act === 'reads the store') nodes[node]!.sync()
        if (act === 'compacts the store') nodes[node]!.compact()
        if (act === 'restarts') nodes[node] = store.start(`r-${++restarts}`)
        if (act !== 'sees') continue
        const { atMs, isBeginning } = nodes[node]!.observe(ms, status, iso(changes.at(-1)!))
        const sinceMs = atMs - START_MS
        sights.push({ ms, status, node })
        expect(sinceMs).toBeLessThanOrEqual(ms)
        // Each claim goes back to a sight, or to a change.
        expect([...changes, ...sights.map((sight) => sight.ms)]).toContain(sinceMs)
        // This node never saw another status since then.
        for (const sight of sights.filter((one) => one.node === node && one.status !== status))
          expect(sight.ms).toBeLessThan(sinceMs)
        if (isBeginning) {
          const other = sights.findLast((sight) => sight.status !== status && sight.ms < sinceMs)
          expect(sinceMs - other!.ms).toBeLessThanOrEqual(UNBROKEN_MS)
        }
      }
    }),
    { numRuns: 500 },
  )
})
