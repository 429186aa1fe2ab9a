import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import { haveServer } from '@/lib/testing/services/server-process'
import { withPostgresql } from '@/lib/testing/stores'
import { createMemoryInbox } from './memory-inbox'
import { createPending } from './pending'
import { createSqlInbox } from './sql-inbox'
import { createMemoryTokens, createTokens } from './tokens'
import { createWebhooks, startUpkeep, type Webhooks } from './webhooks'

const SECOND_MS = 1_000
/** For a query of a busy machine. */
const WAIT_MS = 5_000
const HOUR_MS = 60 * 60_000
const START_MS = Date.UTC(2026, 4, 1, 8, 30)

beforeEach(() => {
  // The database has a clock of its own.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: START_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.skipIf(!haveServer('postgres'))('two nodes on one database', () => {
  const store = withPostgresql()
  const folders: string[] = []
  const stops: (() => void)[] = []
  const nodes: Webhooks[] = []

  async function startNode(): Promise<Webhooks> {
    const { db } = store()
    const encryption = createEncryption('the secret', 'webhooks')
    const folder = await mkdtemp(join(tmpdir(), 'node-'))
    folders.push(folder)
    const webhooks = createWebhooks({
      inbox: createSqlInbox(db, encryption),
      tokens: createTokens(db),
      pending: createPending(folder, encryption),
      log: () => undefined,
    })
    nodes.push(webhooks)
    stops.push(await startUpkeep(webhooks, { retentionDays: 30, log: () => undefined }))
    return webhooks
  }

  afterAll(async () => {
    for (const stop of stops) stop()
    await Promise.all(nodes.map((node) => node.close()))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
  })

  it('know of each other’s addresses within ten seconds, show each other’s deliveries, and outlive a restart', async () => {
    const one = await startNode()
    const other = await startNode()
    const { id = '', secret = '' } = (await one.tokens.create('The service', null)) ?? {}
    expect(other.tokens.find(secret)).toBeNull()
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    await vi.waitFor(() => expect(other.tokens.find(secret)).toBe(id), WAIT_MS)

    const deliverTo = (node: Webhooks, booking: string) =>
      node.receive({
        tokenId: id,
        contentType: null,
        headers: [],
        body: Buffer.from(`booking_id=${booking}&status=new`),
      })
    await deliverTo(other, 'b-1')
    expect((await one.inbox.changedAfter(0, 10)).map((booking) => booking.id)).toEqual(['b-1'])

    // One goes on while the other restarts.
    await Promise.all([other.close(), deliverTo(one, 'b-2')])
    await deliverTo(one, 'b-3')
    const restarted = await startNode()
    const shown = (await restarted.inbox.changedAfter(0, 10)).map((booking) => booking.id)
    expect(shown.sort()).toEqual(['b-1', 'b-2', 'b-3'])

    await restarted.tokens.revoke(id)
    expect(one.tokens.find(secret)).toBe(id)
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
    await vi.waitFor(() => expect(one.tokens.find(secret)).toBeNull(), WAIT_MS)
  })
})

it('what is older than its retention is deleted within the hour, to the hour', async () => {
  const inbox = createMemoryInbox(createEncryption('the secret', 'webhooks'))
  const day = 24 * HOUR_MS
  const deliveredAt = (id: string, receivedAtMs: number) => ({
    id,
    tokenId: 't-1',
    receivedAtMs,
    contentType: null,
    headers: [],
    body: Buffer.from(JSON.stringify({ booking_id: id, status: 'done' })).toString('base64'),
  })
  await inbox.store([
    deliveredAt('too-old', START_MS - 2 * day - 1),
    deliveredAt('half-an-hour-left', START_MS - 2 * day + HOUR_MS / 2),
    deliveredAt('two-hours-left', START_MS - 2 * day + 2 * HOUR_MS),
  ])
  const ids = async () => (await inbox.page(10, null)).bookings.map(({ id }) => id)
  const options = { retentionDays: 2, log: () => undefined }
  const stop = await startUpkeep({ inbox, tokens: createMemoryTokens() }, options)
  await expect.poll(ids).toEqual(['two-hours-left', 'half-an-hour-left'])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(await ids()).toEqual(['two-hours-left'])
  stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(await ids()).toEqual(['two-hours-left'])
})

it('a failure is logged when it begins and when it ends', async () => {
  const log = vi.fn()
  let isDown = true
  const tokens = {
    ...createMemoryTokens(),
    refresh: async () => {
      if (isDown) throw new Error('the query', { cause: new Error('the database is down') })
    },
  }
  const inbox = createMemoryInbox(createEncryption('the secret', 'webhooks'))
  const stop = await startUpkeep({ inbox, tokens }, { retentionDays: 2, log })
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  isDown = false
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(log.mock.calls).toEqual([['addresses: the database is down'], ['addresses: works again']])
  stop()
})
