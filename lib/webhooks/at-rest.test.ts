import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import { openStore } from '@/lib/store/open'
import type { Store } from '@/lib/store/store'
import { bytesIn, formsOf, readableIn } from '@/lib/testing/bytes-at-rest'
import {
  copyStoreTemplate,
  makeStoreTemplate,
  migrationsFolder,
} from '@/lib/testing/store-template'
import { createPending } from './pending'
import { createSqlInbox } from './sql-inbox'
import { createTokens } from './tokens'
import { createWebhooks } from './webhooks'

const NAME = 'Canary Wilhelmina'
const PHONE = '+598 2 901 55 04'
const BODY = JSON.stringify({
  event: 'booking_status_changed',
  booking: {
    id: 'b-canary',
    status: 'done-canary',
    when: 'now',
    vehicle_id: 'v-canary',
    vehicle_our_ref: 'KB-canary',
    customer_name: NAME,
    customer_phone_number: PHONE,
  },
})

let folder: string
const opened: Store[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'at-rest-'))
  await makeStoreTemplate()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close().catch(() => undefined)))
  await rm(folder, { recursive: true })
})

async function openIn(name: string): Promise<Store> {
  copyStoreTemplate(join(folder, name))
  const store = await openStore({ kind: 'pglite', folder: join(folder, name) }, migrationsFolder)
  opened.push(store)
  return store
}

function openWebhooks(store: Store, secret = 'the secret') {
  const encryption = createEncryption(secret, 'webhooks')
  const log: string[] = []
  const webhooks = createWebhooks({
    inbox: createSqlInbox(store.db, encryption),
    tokens: createTokens(store.db),
    pending: createPending(join(folder, 'waiting'), encryption),
    log: (message) => log.push(message),
  })
  return { webhooks, log }
}

const delivered = (tokenId: string, text = BODY) => ({
  tokenId,
  contentType: 'application/json',
  headers: [['x-note', PHONE]] as [string, string][],
  body: Buffer.from(text),
})

function expectNone(bytes: Buffer, texts: readonly string[]): void {
  expect(readableIn(bytes, texts)).toEqual([])
}

test('of a delivery nothing is readable on disk nor in the log, before it is stored and after; nor is its token', async () => {
  const store = await openIn('store')
  const { webhooks, log } = openWebhooks(store)
  const { id = '', secret = '' } = (await webhooks.tokens.create('The service', null)) ?? {}
  const canaries = [NAME, PHONE, 'b-canary', 'done-canary', 'v-canary', 'KB-canary', secret]
  // Texts that the search is able to find.
  for (const form of formsOf(BODY)) expect(() => expectNone(form, [NAME])).toThrow()

  await store.query('alter table webhook_deliveries rename to away')
  await webhooks.receive(delivered(id))
  await webhooks.receive(delivered(id, `${BODY}\n`))
  expect([(await webhooks.waitingBytes()) > 0, log.length]).toEqual([true, 1])
  const [waiting] = await bytesIn(join(folder, 'waiting'))
  expect(waiting.length).toBeGreaterThan(500)
  expectNone(waiting, canaries)

  await store.query('alter table away rename to webhook_deliveries')
  await webhooks.drain()
  expect((await webhooks.inbox.findById('b-canary'))?.record).toMatchObject({ customer_name: NAME })
  await store.query('checkpoint')
  await webhooks.close()
  await store.close()
  const [stored, files] = await bytesIn(join(folder, 'store'))
  expect(files).toBeGreaterThan(100)
  expect(stored.includes('The service')).toBe(true)
  expectNone(stored, canaries)
  expectNone(Buffer.from(log.join('\n')), [...canaries, '9015504'])
})
