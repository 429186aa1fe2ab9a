import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import type { Inbox } from './inbox'
import { createMemoryInbox } from './memory-inbox'
import { createPending } from './pending'
import type { WebhookTokens } from './tokens'
import { createWebhooks, type Webhooks } from './webhooks'

const encryption = createEncryption('the secret', 'webhooks')
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

/** A database of its own, which can be down, and is held while `hold` is not resolved. */
function database() {
  const inbox = createMemoryInbox(encryption)
  const state = { isDown: false, calls: [] as number[], hold: Promise.resolve() }
  const store: Inbox['store'] = async (deliveries) => {
    state.calls.push(deliveries.length)
    await state.hold
    if (state.isDown) throw new Error('the query', { cause: new Error('the database is down') })
    return inbox.store(deliveries)
  }
  return { inbox: { ...inbox, store }, state }
}

function open(
  inbox: Inbox,
  { secret = 'the secret', bytesMaximum = 1_000_000, lateMs = 60_000 } = {},
) {
  const log = vi.fn()
  const onStored = vi.fn()
  const pending = createPending(folder, createEncryption(secret, 'webhooks'), bytesMaximum)
  const webhooks = createWebhooks({
    inbox,
    tokens: {} as WebhookTokens,
    pending,
    log,
    onStored,
    lateMs,
  })
  opened.push(webhooks)
  return { webhooks, log, onStored }
}

const delivery = (id: string, tokenId = 't-1') => ({
  tokenId,
  contentType: 'application/json',
  headers: [['x-event', 'ping']] as [string, string][],
  body: Buffer.from(JSON.stringify({ booking: { id, status: 'pending', customer_name: 'Ada' } })),
})
const many = (count: number, name = 'b', tokenId?: string) =>
  Array.from({ length: count }, (_, n) => delivery(`${name}-${n}`, tokenId))

/** Deliveries by booking. */
async function found(inbox: Inbox): Promise<Record<string, number>> {
  const { bookings } = await inbox.page(5_000, null)
  return Object.fromEntries(bookings.map(({ id, deliveries }) => [id, deliveries]))
}
const once = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]))
const namesOf = (count: number, name = 'b') =>
  Array.from({ length: count }, (_, n) => `${name}-${n}`)

test('a delivery is a booking when it is answered, and nothing is on disk', async () => {
  const { inbox } = database()
  const { webhooks, onStored } = open(inbox)
  await webhooks.receive(delivery('b-1'))
  expect(await found(inbox)).toEqual(once('b-1'))
  const received = { contentType: 'application/json', headers: [['x-event', 'ping']] }
  expect(onStored.mock.calls).toMatchObject([
    [[{ isRepeat: false, delivery: { form: 'json' }, received }]],
  ])
  expect([await webhooks.waitingBytes(), await readdir(folder)]).toEqual([0, []])
})

test('deliveries of one moment are stored together, at most 250 or a million characters at once', async () => {
  const { inbox, state } = database()
  const { webhooks } = open(inbox)
  const long = { ...delivery('long'), body: Buffer.alloc(500_000, ' ') }
  const senders = ['t-1', 't-2'].flatMap((tokenId) => many(150, tokenId, tokenId))
  await Promise.all([...senders, long, long].map(webhooks.receive))
  expect(state.calls).toEqual([250, 51, 1])
  expect(Object.keys(await found(inbox)).length).toBe(300)
})

test('while the database is down deliveries are on disk, said once in the log, and none is lost or doubled', async () => {
  const { inbox, state } = database()
  state.isDown = true
  const { webhooks, log } = open(inbox)
  await webhooks.drain()
  await Promise.all(many(20).map(webhooks.receive))
  for (const one of many(50).slice(20)) await webhooks.receive(one)
  // Only the first batch, and each drain, waits for the database.
  expect(state.calls).toEqual([20])
  await webhooks.drain()
  await webhooks.drain()
  expect(await found(inbox)).toEqual({})
  expect(await webhooks.waitingBytes()).toBeGreaterThan(5_000)
  expect(log.mock.calls).toEqual([['deliveries wait on disk: the database is down']])
  state.isDown = false
  await Promise.all([
    webhooks.drain(),
    ...['b-50', 'b-51'].map((id) => webhooks.receive(delivery(id))),
  ])
  await webhooks.drain()
  expect(await found(inbox)).toEqual(once(...namesOf(52)))
  expect(await webhooks.waitingBytes()).toBe(0)
  expect(log.mock.lastCall).toEqual(['deliveries are stored again'])
  await webhooks.receive(delivery('b-52'))
  expect([Object.keys(await found(inbox)).length, await webhooks.waitingBytes()]).toEqual([53, 0])
})

test('an answer of the database that was lost stores no delivery twice', async () => {
  const { inbox } = database()
  let isLost = true
  const store: Inbox['store'] = async (deliveries) => {
    const stored = await inbox.store(deliveries)
    if (isLost) throw new Error('Query read timeout')
    return stored
  }
  const { webhooks } = open({ ...inbox, store })
  await webhooks.receive(delivery('b-1'))
  expect(await webhooks.waitingBytes()).toBeGreaterThan(0)
  isLost = false
  await webhooks.drain()
  expect([await found(inbox), await webhooks.waitingBytes()]).toEqual([once('b-1'), 0])
})

test('deliveries of an address that the database holds are on disk, and another address waits for no more than a batch', async () => {
  const { inbox, state } = database()
  let release = () => {}
  state.hold = new Promise((resolve) => {
    release = resolve
  })
  const { webhooks } = open(inbox, { lateMs: 1000 })
  // Answered while the database is held.
  await Promise.all(many(100, 'busy', 'busy').map(webhooks.receive))
  await Promise.all(many(500, 'late', 'busy').map(webhooks.receive))
  expect(await webhooks.waitingBytes()).toBeGreaterThan(50_000)
  const quiet = webhooks.receive(delivery('quiet', 'quiet'))
  release()
  await quiet
  expect(await found(inbox)).toEqual(once('quiet', ...namesOf(100, 'busy')))
  await webhooks.drain()
  expect(await found(inbox)).toEqual(
    once('quiet', ...namesOf(100, 'busy'), ...namesOf(500, 'late')),
  )
  expect(state.calls.slice(0, 2)).toEqual([100, 1])
})

test('what an ended process left on disk is stored by the next one', async () => {
  const down = database()
  down.state.isDown = true
  const { webhooks } = open(down.inbox)
  await webhooks.receive(delivery('b-1'))
  // As after an end in the middle of a drain.
  await rename(join(folder, 'pending.ndjson'), join(folder, 'taken.ndjson'))
  await webhooks.receive(delivery('b-2'))
  await webhooks.close()
  const { inbox } = database()
  open(inbox)
  await vi.waitFor(async () => expect(await found(inbox)).toEqual(once('b-1', 'b-2')), 5_000)
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 5_000)
})

test('processes that share a folder take each other’s deliveries, and lose and double none', async () => {
  const { inbox, state } = database()
  const three = [open(inbox), open(inbox), open(inbox)]
  const nodes = three.map(({ webhooks }) => webhooks)
  const names: string[] = []
  for (let round = 0; round < 15; round++) {
    state.isDown = round % 3 < 2
    const work = nodes.flatMap((node, at) => {
      const own = [`b-${round}-${at}`, `b-${round}-${at}-again`]
      names.push(...own)
      return own.flatMap((name) => [node.receive(delivery(name)), node.drain()])
    })
    await Promise.all(work)
  }
  state.isDown = false
  for (const node of nodes) await node.drain()
  expect(await found(inbox)).toEqual(once(...names))
  expect(await readdir(folder)).toEqual([])
  expect(three.flatMap(({ log }) => log.mock.calls.flat()).join()).not.toContain('ENOENT')
})

test('a line that a crash cut is left out, and the next one is whole', async () => {
  const { inbox, state } = database()
  state.isDown = true
  const { webhooks, log } = open(inbox)
  await webhooks.receive(delivery('b-1'))
  const path = join(folder, 'pending.ndjson')
  const text = await readFile(path, 'utf8')
  await appendFile(path, text.slice(0, 100))
  await webhooks.receive(delivery('b-2'))
  state.isDown = false
  await webhooks.drain()
  expect(await found(inbox)).toEqual(once('b-1', 'b-2'))
  expect(log.mock.calls.flat().join()).not.toContain('another secret')
})

test.skipIf(!existsSync('/dev/full'))(
  'a full disk refuses the delivery, until there is room again',
  async () => {
    const { inbox, state } = database()
    state.isDown = true
    const { webhooks } = open(inbox, { lateMs: 100 })
    // The drain of the start would read that file without end.
    await webhooks.drain()
    const path = join(folder, 'pending.ndjson')
    await symlink('/dev/full', path)
    await expect(webhooks.receive(delivery('b-1'))).rejects.toThrow('ENOSPC')
    await rm(path)
    await webhooks.receive(delivery('b-2'))
    state.isDown = false
    await webhooks.drain()
    expect(await found(inbox)).toEqual(once('b-2'))
    // A database that is late but takes it is enough.
    await symlink('/dev/full', path)
    state.hold = pause(300)
    await webhooks.receive(delivery('b-3'))
    expect(await found(inbox)).toEqual(once('b-2', 'b-3'))
    await rm(path)
  },
)

test('beyond a limit on disk deliveries are refused, and taken again once they are stored', async () => {
  const { inbox, state } = database()
  state.isDown = true
  const { webhooks } = open(inbox, { bytesMaximum: 1_000 })
  const answers = await Promise.allSettled(
    [0, 1, 2, 3].map((n) => webhooks.receive(delivery(`b-${n}`))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  await expect(webhooks.receive(delivery('b-4'))).rejects.toThrow(
    'Too many deliveries wait on disk',
  )
  state.isDown = false
  await webhooks.drain()
  await webhooks.receive(delivery('b-5'))
  expect(await found(inbox)).toEqual(once('b-0', 'b-1', 'b-2', 'b-3', 'b-5'))
})

test('lines of another secret are dropped and counted, and do not stop the others', async () => {
  const down = database()
  down.state.isDown = true
  const before = open(down.inbox, { secret: 'an earlier secret' })
  await before.webhooks.receive(delivery('b-1'))
  await before.webhooks.close()
  const { inbox } = database()
  const { webhooks, log } = open(inbox)
  await webhooks.receive(delivery('b-2'))
  await webhooks.drain()
  expect(await found(inbox)).toEqual(once('b-2'))
  const line = 'lines of deliveries on disk that were encrypted with another secret are dropped: 1'
  expect(log.mock.calls).toEqual([[line]])
})
