import { describe, expect, it } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import {
  arrivedBookings,
  webhookDeliveries,
  webhookMentions,
  webhookTokens,
} from '@/lib/store/schema'
import type { Store } from '@/lib/store/store'
import { describeOnEach } from '@/lib/testing/stores'
import type { Inbox } from './inbox'
import { createMemoryInbox } from './memory-inbox'
import { createReceiver, type ReceivedDelivery } from './receiver'
import { createSqlInbox } from './sql-inbox'
import { createTokens } from './tokens'

const START_MS = Date.UTC(2026, 4, 1, 8, 30)
const gmt = (ms: number) => `${new Date(ms).toISOString().replace('T', ' ').slice(0, -1)} GMT`

let made = 0
function delivery(
  body: unknown,
  atMs = START_MS,
  given: Partial<ReceivedDelivery> = {},
): ReceivedDelivery {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    id: `d-${made++}`,
    tokenId: 't-1',
    receivedAtMs: atMs,
    contentType: 'application/json',
    headers: [],
    body: Buffer.from(text).toString('base64'),
    ...given,
  }
}

const booking = (status: string, modifiedMs = START_MS, id = 'b-1') => ({
  booking: {
    id,
    mtime: gmt(modifiedMs),
    status,
    customer_name: 'Canary Name',
    vehicle_id: 'v-1',
    vehicle_our_ref: 'KB-1',
  },
})

const sqlInbox = ({ db }: Store, secret = 'the secret', earlier: readonly string[] = []) =>
  createSqlInbox(db, createEncryption(secret, 'webhooks', earlier))

async function open(store: Store) {
  for (const table of [webhookMentions, webhookDeliveries, arrivedBookings, webhookTokens])
    await store.db.delete(table)
  return sqlInbox(store)
}

const latest = async (inbox: Inbox, most: number) => (await inbox.page(most, null)).bookings

/** Key of a booking's page, by storing and deleting it. */
async function keyOf(inbox: Inbox, id: string): Promise<string> {
  await inbox.store([delivery(booking('pending', START_MS, id), START_MS - 1)])
  const key = (await inbox.findById(id))?.key ?? ''
  await inbox.purge(START_MS)
  return key
}

function tests(open: () => Promise<Inbox>): void {
  it('makes one booking of deliveries in any order, stored once', async () => {
    const inbox = await open()
    const done = delivery(booking('done', START_MS + 2000))
    const pending = delivery(booking('pending'), START_MS + 5)
    await inbox.store([done])
    await inbox.store([done, pending])
    const [found, ...others] = await latest(inbox, 10)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      id: 'b-1',
      status: 'done',
      isOrderKnown: true,
      vehicleId: 'v-1',
      vehicleOurRef: 'KB-1',
      deliveries: 2,
      firstReceivedAtMs: START_MS,
      lastReceivedAtMs: START_MS + 5,
      record: { customer_name: 'Canary Name' },
    })
    expect(found?.changes.map(({ status }) => status)).toEqual(['pending', 'done'])
    const deliveries = await inbox.deliveriesOf(found?.key ?? '', 10)
    expect(deliveries.map(({ received }) => received.id)).toEqual([done.id, pending.id])
    expect(deliveries[0]?.text).toBe(JSON.stringify(booking('done', START_MS + 2000)))
  })

  it('marks the same body within ten minutes as repeated, and not later, when it is stored and read', async () => {
    const inbox = await open()
    const at = (minute: number, tokenId = 't-1') =>
      delivery(booking('pending'), START_MS + minute * 60_000, { tokenId })
    const first = at(0)
    const again = at(9)
    const marks = (all: readonly { isRepeat: boolean }[]) => all.map(({ isRepeat }) => isRepeat)
    expect(marks(await inbox.store([first, again]))).toEqual([false, true])
    expect(await inbox.store([first, again])).toEqual([])
    expect(marks(await inbox.store([at(30)]))).toEqual([false])
    await inbox.store([at(0, 't-2')])
    const [found] = await latest(inbox, 1)
    const all = await inbox.deliveriesOf(found?.key ?? '', 10)
    const of = (tokenId: string) =>
      marks(all.filter(({ received }) => received.tokenId === tokenId))
    expect([of('t-1'), of('t-2')]).toEqual([[false, true, false], [false]])
  })

  it('gives the list in pages, each booking once, also those of one moment', async () => {
    const inbox = await open()
    const atMs = (n: number) => START_MS + Math.floor(n / 3) * 1000
    const seven = [0, 1, 2, 3, 4, 5, 6].map((n) =>
      delivery(booking('new', START_MS, `b-${n}`), atMs(n)),
    )
    await inbox.store(seven)
    const pages: string[][] = []
    for (let before: string | null = null; pages.length < 5; ) {
      const { bookings, older, unreadable } = await inbox.page(2, before)
      pages.push(bookings.map(({ id }) => `${id}`))
      expect(unreadable).toBe(0)
      if (older === null) break
      before = older
    }
    expect(pages).toEqual([['b-6', 'b-5'], ['b-4', 'b-3'], ['b-2', 'b-1'], ['b-0']])
    expect((await inbox.page(7, null)).older).toBeNull()
    expect(await inbox.countBookings()).toBe(7)
  })

  it('deletes by age out of bookings that something came of since', async () => {
    const inbox = await open()
    const hour = 3_600_000
    const key = await keyOf(inbox, 'b-1')
    await inbox.store([
      delivery(booking('pending', START_MS), START_MS),
      delivery(booking('accepted', START_MS + 1), START_MS + hour),
      delivery(
        { booking_id: 'b-1', status: 'done', mtime: gmt(START_MS + 2) },
        START_MS + 2 * hour,
      ),
    ])
    const { version = 0, record } = (await inbox.find(key)) ?? {}
    expect(record).toMatchObject({ customer_name: 'Canary Name', status: 'accepted' })
    await inbox.purge(START_MS + 1)
    expect(await inbox.find(key)).toMatchObject({
      status: 'done',
      deliveries: 2,
      firstReceivedAtMs: START_MS + hour,
      record: { status: 'accepted' },
      changes: [{ status: 'accepted' }, { status: 'done' }],
    })
    await inbox.purge(START_MS + hour + 1)
    const left = await inbox.find(key)
    expect(left).toMatchObject({
      record: null,
      vehicleId: null,
      status: 'done',
      deliveries: 1,
    })
    expect(left?.changes.map(({ status }) => status)).toEqual(['done'])
    expect((await inbox.changedAfter(version, 10)).map(({ id }) => id)).toEqual(['b-1'])
    expect(await inbox.ofVehicle('v-1', 'KB-1', 10)).toEqual([])
  })

  it('reads every state of a booking in one body', async () => {
    const inbox = await open()
    await inbox.store([
      delivery({ bookings: [booking('done', START_MS + 9), booking('pending', START_MS)] }),
    ])
    const [found] = await latest(inbox, 10)
    expect(found).toMatchObject({ status: 'done', isOrderKnown: true, deliveries: 1 })
    expect(found?.changes.map(({ status }) => status)).toEqual(['pending', 'done'])
  })

  it('keeps the whole booking and the last statuses of one that is delivered without end', async () => {
    const inbox = await open()
    await inbox.store([delivery(booking('pending'))])
    const short = (n: number) => ({ booking_id: 'b-1', status: `s-${n}`, mtime: gmt(START_MS + n) })
    const all = Array.from({ length: 150 }, (_, n) => delivery(short(n + 1), START_MS + n))
    for (let at = 0; at < all.length; at += 50) await inbox.store(all.slice(at, at + 50))
    const found = await inbox.findById('b-1')
    expect(found).toMatchObject({ status: 's-150', deliveries: 151, firstReceivedAtMs: START_MS })
    expect(found?.record).toMatchObject({ customer_name: 'Canary Name' })
    expect(found?.changes.length).toBe(101)
  })

  it('stores what comes with a body that cannot be read', async () => {
    const inbox = await open()
    const deep = `{"id":"b-2","status":"s","when":"w","extra":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const odd = [deep, '"\\ud800', { id: '\ud800\u0000', when: 0, status: 's' }]
    await inbox.store(odd.map((body) => delivery(body)))
    await inbox.store([delivery(booking('pending'))])
    expect([(await latest(inbox, 10)).length, (await inbox.unrecognised(10)).length]).toEqual([
      2, 2,
    ])
  })

  it('keeps what it does not recognise, as it came', async () => {
    const inbox = await open()
    const bytes = Buffer.from([0, 255, 254, 10]).toString('base64')
    const unreadable = [delivery('<xml/>'), delivery('', START_MS + 1, { body: bytes })]
    await inbox.store([...unreadable, delivery({ event: 'ping' }, START_MS + 2)])
    const found = await inbox.unrecognised(10)
    const forms = found.map(({ delivery: { form, event } }) => `${form} ${event?.name}`)
    expect(forms).toEqual(['json ping', 'unreadable undefined', 'unreadable undefined'])
    expect(found[1]?.received.body).toBe(bytes)
    expect(await latest(inbox, 10)).toEqual([])
  })

  it('gives each change a later version, and finds the bookings of a vehicle', async () => {
    const inbox = await open()
    await inbox.store(['b-1', 'b-2'].map((id) => delivery(booking('pending', START_MS, id))))
    const first = await inbox.changedAfter(0, 10)
    expect(first.map(({ id }) => id)).toEqual(['b-1', 'b-2'])
    const last = first.at(-1)?.version ?? 0
    expect(await inbox.changedAfter(last, 10)).toEqual([])
    await inbox.store([delivery(booking('done', START_MS + 9, 'b-1'))])
    const changed = await inbox.changedAfter(last, 10)
    expect(changed.map(({ id, status }) => [id, status])).toEqual([['b-1', 'done']])
    expect((await inbox.ofVehicle('v-1', null, 10)).length).toBe(2)
    expect((await inbox.ofVehicle(null, 'KB-1', 1)).length).toBe(1)
    expect(await inbox.ofVehicle('KB-1', 'v-1', 10)).toEqual([])
    expect(await inbox.ofVehicle(null, null, 10)).toEqual([])
  })

  it('deletes by age, deliveries and bookings', async () => {
    const inbox = await open()
    const hour = 3_600_000
    await inbox.store([
      delivery(booking('pending', START_MS, 'b-old'), START_MS),
      delivery(booking('pending', START_MS, 'b-1'), START_MS),
      delivery(booking('done', START_MS + 1, 'b-1'), START_MS + 2 * hour),
      delivery('old and unknown', START_MS),
    ])
    await inbox.purge(START_MS + hour)
    const left = await latest(inbox, 10)
    expect(left.map(({ id }) => id)).toEqual(['b-1'])
    expect(await inbox.deliveriesOf(left[0]?.key ?? '', 10)).toHaveLength(1)
    expect(await inbox.unrecognised(10)).toEqual([])
    const counted = { deliveries: 1, lastReceivedAtMs: START_MS + 2 * hour }
    expect(await inbox.countByToken()).toEqual(new Map([['t-1', counted]]))
  })
}

describe('the webhook inbox, in memory', () =>
  tests(async () => createMemoryInbox(createEncryption('the secret', 'webhooks'))))

describeOnEach('the webhook inbox', (store) => {
  tests(() => open(store()))

  it('stores from several nodes at once without losing a version', async () => {
    const inbox = await open(store())
    const other = sqlInbox(store())
    const storeOne = (n: number) =>
      (n % 2 ? inbox : other).store([delivery(booking('pending', START_MS, `b-${n}`))])
    await Promise.all(Array.from({ length: 20 }, (_, n) => storeOne(n)))
    const all = await inbox.changedAfter(0, 100)
    const different = [new Set(all.map(({ version }) => version)), new Set(all.map(({ id }) => id))]
    expect(different.map(({ size }) => size)).toEqual([20, 20])
  })

  it('reads nothing of another secret, and counts it', async () => {
    const inbox = await open(store())
    await inbox.store([delivery(booking('pending'))])
    const later = sqlInbox(store(), 'another secret')
    expect(await later.page(10, null)).toEqual({ bookings: [], older: null, unreadable: 1 })
    expect(await later.ofVehicle('v-1', 'KB-1', 10)).toEqual([])
  })

  it('goes on after a change of secret with the bookings of the earlier one', async () => {
    const before = await open(store())
    await before.store([delivery(booking('pending', START_MS, 'b-1'))])
    await before.store([delivery(booking('pending', START_MS, 'b-2'), START_MS + 1)])
    const after = sqlInbox(store(), 'another secret', ['the secret'])
    // The bookings are still encrypted with the earlier secret.
    await after.store([delivery(booking('accepted', START_MS + 5, 'b-1'), START_MS + 5)])
    await after.purge(START_MS)
    await after.store([delivery(booking('done', START_MS + 9, 'b-1'), START_MS + 9)])
    expect(await latest(after, 10)).toMatchObject([
      { id: 'b-1', status: 'done', deliveries: 3, firstReceivedAtMs: START_MS },
      { id: 'b-2', status: 'pending', deliveries: 1 },
    ])
    const found = await after.findById('b-1')
    expect(await after.deliveriesOf(found?.key ?? '', 10)).toHaveLength(3)
    expect(await after.ofVehicle('v-1', null, 10)).toHaveLength(2)

    // Out of b-1 goes what the earlier secret encrypted.
    await after.purge(START_MS + 2)
    expect(await latest(after, 10)).toMatchObject([{ id: 'b-1', status: 'done', deliveries: 2 }])
    expect(await latest(sqlInbox(store(), 'another secret'), 10)).toHaveLength(1)
  })

  it('makes and revokes tokens, of which the store holds hashes only', async () => {
    await open(store())
    const tokens = createTokens(store().db, () => START_MS)
    const one = await tokens.create('The dispatch system', null)
    expect(one?.secret).toMatch(/^[\w-]{43}$/)
    expect(tokens.find(one?.secret ?? '')).toBe(one?.id)
    const other = createTokens(store().db)
    // Not read yet.
    expect(other.find(one?.secret ?? '')).toBeUndefined()
    await other.refresh()
    expect(other.find(one?.secret ?? '')).toBe(one?.id)
    expect(JSON.stringify(await store().db.select().from(webhookTokens))).not.toContain(one?.secret)
    expect([await other.revoke(one?.id ?? ''), await other.revoke(one?.id ?? '')]).toEqual([
      true,
      false,
    ])
    await tokens.refresh()
    expect(tokens.find(one?.secret ?? '')).toBeNull()
    expect(await tokens.list()).toMatchObject([
      { name: 'The dispatch system', createdAtMs: START_MS, revokedAtMs: expect.any(Number) },
    ])
  })
})

it('the receiver takes 2,000 deliveries at once and then 400 a second, of each token', () => {
  let nowMs = START_MS
  const receiver = createReceiver(
    async () => {},
    () => nowMs,
  )
  const taken = (tokenId: string, tries: number) =>
    Array.from({ length: tries }, () => receiver.waitSeconds(tokenId)).filter((wait) => wait === 0)
      .length
  expect(taken('t-1', 3000)).toBe(2000)
  expect(receiver.waitSeconds('t-1')).toBe(1)
  expect(taken('t-2', 10)).toBe(10)
  nowMs += 500
  expect(taken('t-1', 3000)).toBe(200)
})
