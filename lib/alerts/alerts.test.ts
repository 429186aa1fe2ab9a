import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '@/lib/api/contract/alerts'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createEncryption } from '@/lib/store/encryption'
import { alertsOver, sweptArea } from '@/lib/testing/alerts'
import { withTestAuth } from '@/lib/testing/auth'
import { vehicle } from '@/lib/testing/vehicles'
import type { AlertStore, KeptAlert } from './alert-store'
import type { AlertReader, Alerts } from './alerts'
import { OPEN_OF_RULE_MAXIMUM } from './decision'
import type { ObservedBooking, ObservedWatched, ObservedZones } from './observation'
import { createSqlStore } from './sql-store'

const START_MS = Date.parse('2026-01-01T12:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const kerbside = withTestAuth('administrator')
const encryption = createEncryption('key', 'alerts https://service.example')

const dispatcher: AlertReader = { operatorId: null, name: 'Ana', seesBookings: true }
const viewer: AlertReader = { operatorId: 'op-2', name: 'Vic', seesBookings: false }

let nowMs = START_MS
const now = () => nowMs

function busy(minute: number, fields: Partial<LiveVehicle> = {}): LiveVehicle {
  const mtime = new Date(START_MS + minute * MINUTE_MS).toISOString()
  return vehicle('v-1', { status: 'busy', mtime, ...fields })
}

/** Home area of a test, as the node that sweeps it has it. */
function home() {
  let fields: Partial<LiveVehicle> = {}
  return {
    move(next: Partial<LiveVehicle>): void {
      fields = next
    },
    area: async () => {
      const minute = (nowMs - START_MS) / MINUTE_MS
      return sweptArea([busy(minute, fields)], { fetchedAt: new Date(nowMs).toISOString() })
    },
  }
}

async function pass(alerts: Alerts, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    nowMs += MINUTE_MS
    await alerts.step()
  }
}

async function shown(alerts: Alerts, reader = dispatcher): Promise<string[]> {
  const list = await alerts.list(reader)
  return list.alerts.map(({ rule, closedAtMs }) => (closedAtMs === null ? rule : `${rule} closed`))
}

const stored = () => createSqlStore(kerbside.store.db, encryption, now)

test('an alert closes by itself, and is shown for 24 hours more', async () => {
  nowMs = START_MS
  const { area, move } = home()
  const alerts = alertsOver({ area }, { now })
  await alerts.list(dispatcher)
  await pass(alerts, 22)
  expect(await shown(alerts)).toEqual(['standing-busy'])
  move({ position: { lat: 51.6, lng: -0.1 } })
  await pass(alerts, 1)
  expect(await shown(alerts)).toEqual(['standing-busy closed'])
  nowMs += DAY_MS - MINUTE_MS
  expect(await shown(alerts)).toEqual(['standing-busy closed'])
  nowMs += 2 * MINUTE_MS
  expect(await shown(alerts)).toEqual([])
})

test('a second node shows what the first decided, who took it, and rings nothing twice', async () => {
  nowMs = START_MS
  const { area, move } = home()
  const store = async () => stored()
  const hash = encryption.hash
  const first = alertsOver({ area }, { now, store, hash })
  const second = alertsOver({}, { now, store, hash })
  await pass(first, 22)
  expect(await shown(second)).toEqual(['standing-busy'])
  const [alert] = (await second.list(dispatcher)).alerts
  expect(await second.take(alert!.id, true, dispatcher)).toBe(true)
  await pass(first, 1)
  expect((await first.list(dispatcher)).alerts[0]?.taken?.atMs).toBe(nowMs - MINUTE_MS)

  // The first node is gone; one that has just started sweeps.
  const third = alertsOver({ area }, { now, store, hash })
  await pass(third, 30)
  expect(await shown(third)).toEqual(['standing-busy'])
  // Both decide for a moment.
  move({ position: { lat: 51.6, lng: -0.1 } })
  nowMs += MINUTE_MS
  await Promise.all([third.step(), first.step()])
  await Promise.all([pass(third, 25), first.step()])
  await first.step()
  expect(await shown(third)).toEqual(['standing-busy', 'standing-busy closed'])
  const rows = await kerbside.store.query('select id, content from alerts')
  expect(rows.rowCount).toBe(2)
  expect(JSON.stringify(rows.rows)).not.toContain('v-1')
  await kerbside.store.query('delete from alerts')
})

const shortZone: ObservedZones = {
  version: 1,
  zones: [
    {
      zone: {
        id: 'z-1',
        name: 'Port',
        colour: 'blue',
        shape: { kind: 'circle', centre: { lat: 51.5, lng: -0.1 }, radius: 500 },
        fewestFree: 1,
        mostFree: null,
      },
      counts: {
        id: 'z-1',
        reading: 'whole',
        free: 0,
        busy: 1,
        soonFree: null,
        reserved: 0,
        off: 0,
        unknown: 0,
        waiting: [],
      },
    },
  ],
  placed: [],
}

function renamed(observed: ObservedZones, name: string): ObservedZones {
  const zones = observed.zones.map(({ zone, counts }) => ({ zone: { ...zone, name }, counts }))
  return { ...observed, zones }
}

test('a zone that is short rings once, whatever node decides; it is counted with each new list', async () => {
  nowMs = START_MS
  const { area } = home()
  let counts = 0
  let current = shortZone
  const zones = async () => {
    counts += 1
    return current
  }
  const more = { now, store: async () => stored(), hash: encryption.hash }
  const first = alertsOver({ area, zones }, more)
  await pass(first, 6)
  expect(await shown(first)).toEqual(['zone-under'])
  expect(counts).toBe(6)
  await first.step()
  expect(counts).toBe(6)

  const second = alertsOver({ area, zones }, more)
  await pass(second, 8)
  expect(await shown(second)).toEqual(['zone-under'])
  const [alert] = (await second.list(viewer)).alerts
  expect(alert).toMatchObject({ sinceMs: START_MS + MINUTE_MS, zone: { id: 'z-1', name: 'Port' } })

  // Pages read the list again, also those of a node that does not decide.
  const version = second.version()
  current = renamed(shortZone, 'Harbour')
  await pass(second, 1)
  expect(second.version()).not.toBe(version)
  const third = alertsOver({}, more)
  const [kept] = (await third.list(viewer)).alerts
  expect(kept).toMatchObject({ id: alert?.id, closedAtMs: null, zone: { name: 'Harbour' } })
  await kerbside.store.query('delete from alerts')
})

test('while the store is away alerts go on from memory and say so, and are kept once it is back', async () => {
  nowMs = START_MS
  const { area } = home()
  let isAway = true
  const lines: string[] = []
  const store = async () => {
    if (isAway) throw new Error('connection refused')
    return stored()
  }
  const more = { now, store, hash: encryption.hash, log: (line: string) => void lines.push(line) }
  const alerts = alertsOver({ area }, more)
  await pass(alerts, 22)
  const list = await alerts.list(dispatcher)
  expect([list.alerts.length, list.isKept]).toEqual([1, false])
  expect(await alerts.take(list.alerts[0]!.id, true, dispatcher)).toBe(true)
  expect((await alerts.list(dispatcher)).alerts[0]?.taken).toEqual({ by: 'Ana', atMs: nowMs })
  isAway = false
  await pass(alerts, 1)
  expect((await alerts.list(dispatcher)).isKept).toBe(true)
  const [kept] = await stored().read(0)
  expect(kept).toMatchObject({ rule: 'standing-busy', subject: 'v-1', taken: { by: null } })
  expect(lines).toEqual(['alerts go on from memory: connection refused', 'alerts are kept again'])
  await kerbside.store.query('delete from alerts')
})

/** A stand-in for the store, which reads the newest 200 alerts that ended. */
function storeOf200() {
  const rows = new Map<string, KeptAlert>()
  const store: AlertStore & { onOpen: () => Promise<void> } = {
    onOpen: async () => undefined,
    async read() {
      const all = [...rows.values()].toSorted((a, b) => b.openedAtMs - a.openedAtMs)
      const closed = all.filter(({ closedAtMs }) => closedAtMs !== null)
      const open = all.filter(({ closedAtMs }) => closedAtMs === null)
      return [...open, ...closed.slice(0, 200)]
    },
    async open(alert) {
      await store.onOpen()
      const openedAtMs = rows.get(alert.id)?.openedAtMs ?? alert.openedAtMs
      rows.set(alert.id, { ...alert, openedAtMs })
    },
    update: async () => undefined,
    async close(id, closedAtMs) {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, closedAtMs })
    },
    take: async () => undefined,
    snooze: async () => undefined,
    rules: async () => new Map(),
    setRule: async () => undefined,
    silences: async () => [],
    setSilenced: async () => undefined,
    purge: async () => undefined,
  }
  return store
}

const failed: ObservedBooking = {
  key: 'k-1',
  name: 'B-1',
  status: 'failed',
  error: 'No driver',
  when: 'now',
  hasVehicle: true,
  bookedMs: START_MS,
  changedMs: START_MS,
}

test('viewers see no bookings, and vehicles of a list of one’s own are for their operator', async () => {
  nowMs = START_MS
  const watched = (status: string): readonly ObservedWatched[] =>
    ['op-1', 'op-2'].map((owner) => ({
      id: `of ${owner}`,
      our_ref: null,
      licence_plate: null,
      owners: [owner],
      report: { status, mtime: null, position: null, isKnown: true, readAtMs: nowMs },
    }))
  let status = 'busy'
  const alerts = alertsOver(
    {
      area: async () => sweptArea([]),
      bookings: async () => [failed],
      watched: async () => watched(status),
    },
    { now },
  )
  await pass(alerts, 1)
  status = 'available'
  await pass(alerts, 1)
  const seen = async (reader: AlertReader) =>
    (await alerts.list(reader)).alerts.map(({ rule, vehicle }) => vehicle?.id ?? rule)
  expect(await seen(viewer)).toEqual(['of op-2'])
  expect(await seen({ ...dispatcher, operatorId: 'op-1' })).toEqual(['of op-1', 'booking-failed'])
  const [booking] = (await alerts.list({ ...dispatcher, operatorId: 'op-1' })).alerts.slice(-1)
  expect(await alerts.snooze(booking!.id, 15, viewer)).toBe(false)
})

test('viewers are not told the number of further bookings either', async () => {
  nowMs = START_MS
  const keys = Array.from({ length: OPEN_OF_RULE_MAXIMUM + 2 }, (_, n) => `b-${n}`)
  const bookings = async () => keys.map((key) => ({ ...failed, key }))
  const alerts = alertsOver({ area: async () => sweptArea([]), bookings }, { now })
  await pass(alerts, 1)
  const counts = async (reader: AlertReader) =>
    (await alerts.list(reader)).alerts.flatMap(({ more }) => more ?? [])
  expect(await counts(dispatcher)).toEqual([2])
  expect(await counts(viewer)).toEqual([])
})

test('an alert whose cause is back opens again and rings only for a booking, on each node', async () => {
  nowMs = START_MS
  const due: ObservedBooking = {
    ...failed,
    status: 'pending',
    error: null,
    when: new Date(START_MS + 8 * MINUTE_MS).toISOString(),
    hasVehicle: false,
  }
  let bookings: readonly ObservedBooking[] = [due, failed]
  const sources = { area: async () => sweptArea([]), bookings: async () => bookings }
  const more = { now, store: async () => stored(), hash: encryption.hash }
  const alerts = alertsOver(sources, more)
  const other = alertsOver({}, more)
  await pass(alerts, 1)
  const firstMs = nowMs
  for (const { id } of (await alerts.list(dispatcher)).alerts)
    await alerts.take(id, true, dispatcher)

  bookings = []
  await pass(alerts, 2)
  expect(await shown(other)).toEqual(['booking-due closed', 'booking-failed closed'])
  bookings = [due, failed]
  await pass(alerts, 1)
  const again = [
    { rule: 'booking-due', openedAtMs: nowMs, closedAtMs: null, taken: null },
    { rule: 'booking-failed', openedAtMs: firstMs, closedAtMs: null, taken: { atMs: firstMs } },
  ]
  expect((await alerts.list(dispatcher)).alerts).toMatchObject(again)
  await other.step()
  expect((await other.list(dispatcher)).alerts).toMatchObject(again)
  await kerbside.store.query('delete from alerts')
})

test('300 causes that take turns ring once each, though the store reads 200 that ended', async () => {
  nowMs = START_MS
  let turn = 0
  const bookings = async () =>
    Array.from({ length: 50 }, (_, n) => ({ ...failed, key: `k-${turn}-${n}` }))
  const newest = new Map<number, number>()
  const store = storeOf200()
  let alerts: Alerts | null = null
  store.onOpen = async () => {
    const list = await alerts?.list(dispatcher)
    const open = list?.alerts.filter(({ closedAtMs }) => closedAtMs === null) ?? []
    const openedMs = open.map(({ openedAtMs }) => openedAtMs)
    newest.set(turn, Math.max(newest.get(turn) ?? 0, ...openedMs))
  }
  alerts = alertsOver(
    { area: async () => sweptArea([]), bookings },
    { now, store: async () => store, hash: encryption.hash },
  )
  for (; turn < 6; turn++) await pass(alerts, 1)
  for (turn = 0; turn < 6; turn++) {
    await pass(alerts, 1)
    expect(newest.get(turn)).toBe(START_MS + (turn + 1) * MINUTE_MS)
  }
  expect((await alerts.list(dispatcher)).alerts).toHaveLength(250)
})

test('of further alerts each operator is told the number of those that they may see', async () => {
  nowMs = START_MS
  const owners = [
    ...Array.from({ length: OPEN_OF_RULE_MAXIMUM }, () => [null]),
    ['op-1'],
    ['op-1'],
    ['op-2', 'op-1'],
    ['op-3'],
  ]
  const report = { status: null, mtime: null, position: null, isKnown: false, readAtMs: START_MS }
  const names = { our_ref: null, licence_plate: null }
  const watched = async (): Promise<readonly ObservedWatched[]> =>
    owners.map((of, at) => ({ id: `v-${at}`, ...names, owners: of, report }))
  const kept = { now, store: async () => stored(), hash: encryption.hash }
  const alerts = alertsOver({ area: async () => sweptArea([]), watched }, kept)
  const other = alertsOver({}, kept)
  await pass(alerts, 1)
  for (const node of [alerts, other])
    for (const [operatorId, more] of [
      ['op-1', [3]],
      ['op-2', [1]],
      ['op-4', []],
    ] as const) {
      const list = await node.list({ ...viewer, operatorId })
      expect(list.alerts.flatMap((alert) => alert.more ?? [])).toEqual(more)
    }
  await kerbside.store.query('delete from alerts')
})

test('a change of watch lists decides who sees an open alert, on each node', async () => {
  nowMs = START_MS
  let owners: readonly (string | null)[] = ['op-1']
  const watched = async (): Promise<readonly ObservedWatched[]> => [
    {
      id: 'v-7',
      our_ref: null,
      licence_plate: null,
      owners,
      report: { status: null, mtime: null, position: null, isKnown: false, readAtMs: START_MS },
    },
  ]
  const more = { now, store: async () => stored(), hash: encryption.hash }
  const alerts = alertsOver({ area: async () => sweptArea([]), watched }, more)
  const other = alertsOver({}, more)
  await pass(alerts, 1)
  expect(await shown(other, viewer)).toEqual([])
  const version = alerts.version()
  owners = ['op-2']
  await pass(alerts, 1)
  await other.step()
  expect(alerts.version()).not.toBe(version)
  expect(await shown(alerts, viewer)).toEqual(['watched-gone'])
  expect(await shown(other, viewer)).toEqual(['watched-gone'])
  expect(await shown(other, { ...dispatcher, operatorId: 'op-1' })).toEqual([])
  await kerbside.store.query('delete from alerts')
})

test('a rule is silenced for one operator, and changed for all', async () => {
  nowMs = START_MS
  const alerts = alertsOver(
    { area: async () => sweptArea([]), bookings: async () => [failed] },
    { now },
  )
  await pass(alerts, 1)
  await alerts.setSilenced('booking-failed', true, 'op-1')
  const operator: AlertReader = { ...dispatcher, operatorId: 'op-1' }
  expect((await alerts.list(operator)).silenced).toEqual(['booking-failed'])
  expect(await shown(alerts, operator)).toEqual([])
  expect(await shown(alerts)).toEqual(['booking-failed'])
  await alerts.setSilenced('booking-failed', false, 'op-1')
  expect(await shown(alerts, operator)).toEqual(['booking-failed'])
  await alerts.setRule('booking-failed', { isOn: false, minutes: null }, null)
  await pass(alerts, 1)
  expect(await shown(alerts)).toEqual(['booking-failed closed'])
  await alerts.setRule('booking-failed', { isOn: true, minutes: null }, null)
  await pass(alerts, 1)
  expect(await shown(alerts)).toEqual(['booking-failed'])
})

test('settings, silences and snoozes are in the store, and old alerts leave it', async () => {
  nowMs = START_MS
  const sources = { area: async () => sweptArea([]), bookings: async () => [failed] }
  const more = { now, store: async () => stored(), hash: encryption.hash }
  const one = alertsOver(sources, more)
  const other = alertsOver({}, more)
  await one.setRule('silent', { isOn: true, minutes: 30 }, null)
  await one.setSilenced('watched-left', true, null)
  await pass(one, 1)
  const [alert] = (await one.list(dispatcher)).alerts
  await one.snooze(alert!.id, 15, dispatcher)
  const list = await other.list(dispatcher)
  expect(list.silenced).toEqual(['watched-left'])
  expect(list.alerts[0]?.snoozedUntilMs).toBe(nowMs + 15 * MINUTE_MS)
  expect((await other.rules()).rules).toEqual({
    ...DEFAULT_RULES,
    silent: { isOn: true, minutes: 30 },
  })
  await pass(one, 70)
  nowMs += DAY_MS
  await one.purge()
  expect((await kerbside.store.query('select id from alerts')).rowCount).toBe(0)
  await one.setSilenced('watched-left', false, null)
  await kerbside.store.query('delete from alert_rules')
})

test('a source that fails is logged once, and leaves the others', async () => {
  nowMs = START_MS
  const lines: string[] = []
  const alerts = alertsOver(
    {
      area: async () => sweptArea([]),
      watched: async () => Promise.reject(new Error('away')),
      bookings: async () => [failed],
    },
    { now, log: (line) => void lines.push(line) },
  )
  await pass(alerts, 3)
  expect(await shown(alerts)).toEqual(['booking-failed'])
  expect(lines).toEqual(['the watch list cannot be observed: away'])
})

test('the watch list is read after the clock was set back', async () => {
  nowMs = START_MS
  let reads = 0
  const watched = async () => {
    reads++
    return []
  }
  const alerts = alertsOver({ area: async () => sweptArea([]), watched }, { now })
  await pass(alerts, 1)
  nowMs -= DAY_MS
  await pass(alerts, 1)
  expect(reads).toBe(2)
})

test('nothing is read while no page asks and no node sweeps the home area', async () => {
  nowMs = START_MS
  let reads = 0
  const store = async () => {
    reads++
    return stored()
  }
  const alerts = alertsOver({}, { now, store, hash: encryption.hash })
  await pass(alerts, 5)
  expect(reads).toBe(0)
  await alerts.list(dispatcher)
  expect(reads).toBeGreaterThan(0)
})
