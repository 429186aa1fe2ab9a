import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEncryption } from '@/lib/encryption/encryption'
import type { Inbox } from './inbox'
import { createMemoryInbox } from './memory-inbox'
import { createTextEncryption } from './receiver'
import { openSpool } from './spool'
import type { WebhookTokens } from './tokens'
import { createWebhooks, type Webhooks } from './webhooks'

let folder: string
let opened: Webhooks[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  opened = []
  await rm(folder, { recursive: true })
})

function database() {
  const inbox = createMemoryInbox(createEncryption('the secret', 'webhooks'))
  const state = { isDown: false, calls: 0 }
  const store: Inbox['store'] = async (deliveries) => {
    state.calls++
    if (state.isDown) throw new Error('the database is down')
    return inbox.store(deliveries)
  }
  return { inbox: { ...inbox, store }, state }
}

async function open(inbox: Inbox, secret = 'the secret') {
  const [log, onStored] = [vi.fn(), vi.fn()]
  const webhooks = await createWebhooks({
    inbox,
    tokens: {} as WebhookTokens,
    openSpool: (store) => openSpool({ folder, store }),
    textEncryption: createTextEncryption(createEncryption(secret, 'webhooks')),
    log,
    onStored,
  })
  opened.push(webhooks)
  return { webhooks, log, onStored }
}

const delivery = (id: string) => ({
  tokenId: 't-1',
  contentType: 'application/json',
  headers: [],
  body: Buffer.from(JSON.stringify({ booking: { id, status: 'pending', customer_name: 'Ada' } })),
})
const idsOf = async (inbox: Inbox) => (await inbox.page(1000, null)).bookings.map(({ id }) => id).sort()

test('a delivery becomes a booking by itself, and nothing waits any more', async () => {
  const { inbox } = database()
  const { webhooks, onStored } = await open(inbox)
  await webhooks.receive(delivery('b-1'))
  // The file is removed after its deliveries were stored.
  await vi.waitFor(async () => expect(await webhooks.waiting()).toBe(0), 5_000)
  expect(await idsOf(inbox)).toEqual(['b-1'])
  expect(onStored.mock.calls).toMatchObject([[[{ isRepeat: false, delivery: { form: 'json' } }]]])
})

test('while the database is down deliveries wait, said once in the log, and none is lost or doubled', async () => {
  const { inbox, state } = database()
  state.isDown = true
  const { webhooks, log } = await open(inbox)
  const ids = Array.from({ length: 50 }, (_, n) => `b-${String(n).padStart(2, '0')}`)
  for (const id of ids) await webhooks.receive(delivery(id))
  await webhooks.drain()
  await webhooks.drain()
  expect([await idsOf(inbox), await webhooks.waiting()]).toEqual([[], 50])
  expect(log.mock.calls).toEqual([['deliveries wait on disk: the database is down']])
  state.isDown = false
  await webhooks.drain()
  expect([await idsOf(inbox), await webhooks.waiting()]).toEqual([ids, 0])
  expect(log.mock.lastCall).toEqual(['deliveries are stored again'])
  for (const { deliveries } of (await inbox.page(1000, null)).bookings) expect(deliveries).toBe(1)
})

test('a sender is not kept waiting by one whose deliveries take long to store', async () => {
  const { inbox } = database()
  const order: string[] = []
  const store: Inbox['store'] = async (deliveries) => {
    order.push(deliveries[0]?.tokenId ?? '')
    await pause(50)
    return inbox.store(deliveries)
  }
  const { webhooks } = await open({ ...inbox, store })
  // Batches of 250 texts.
  const many = Array.from({ length: 1_200 }, (_, n) => ({ ...delivery(`busy-${n}`), tokenId: 'busy' }))
  await Promise.all(many.map(webhooks.receive))
  await webhooks.receive({ ...delivery('quiet-1'), tokenId: 'quiet' })
  await webhooks.drain()
  expect(order.filter((one) => one === 'quiet')).toEqual(['quiet'])
  expect(order.indexOf('quiet')).toBeLessThan(order.lastIndexOf('busy') - 1)
})

test('what was received before an end without a drain is there after the next start', async () => {
  const down = database()
  down.state.isDown = true
  const { webhooks } = await open(down.inbox)
  await webhooks.receive(delivery('b-1'))
  await webhooks.close()
  opened = []
  const { inbox } = database()
  await open(inbox)
  await vi.waitFor(async () => expect(await idsOf(inbox)).toEqual(['b-1']), 5_000)
})

test('texts of another secret are dropped and counted, and do not stop the others', async () => {
  const down = database()
  down.state.isDown = true
  const before = await open(down.inbox, 'an earlier secret')
  await before.webhooks.receive(delivery('b-1'))
  await before.webhooks.close()
  opened = []
  const { inbox } = database()
  const { webhooks, log } = await open(inbox)
  await webhooks.receive(delivery('b-2'))
  await vi.waitFor(async () => expect(await idsOf(inbox)).toEqual(['b-2']), 5_000)
  expect(log.mock.calls[0]?.[0]).toMatch(/another secret are dropped: 1$/)
})
