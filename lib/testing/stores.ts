import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { openStore } from '@/lib/store/open'
import type { Store } from '@/lib/store/store'
import { startPostgres } from './services/postgres'
import { startRedis } from './services/redis'
import { haveServer } from './services/server-process'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from './store-template'

/** Creating a database takes tens of seconds on a busy machine. */
export const SLOW_MS = 240_000

/** Runs the same tests on PGlite and, where it is installed, on PostgreSQL. */
export function describeOnEach(title: string, tests: (store: () => Store) => void): void {
  describe(`${title}, in PGlite`, () => tests(withPglite()))
  describe.skipIf(!haveServer('postgres'))(`${title}, in PostgreSQL`, () => tests(withPostgresql()))
}

/** Opens an empty PGlite in a folder of its own; `remove` closes it unless the test has. */
export async function openTestStore() {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-test-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  const store = await openStore({ kind: 'pglite', folder }, migrationsFolder)
  return {
    store,
    folder,
    async remove() {
      await store.close().catch(() => undefined)
      await rm(folder, { recursive: true })
    },
  }
}

/** A PGlite of its own, for the tests of the block. */
export function withPglite(): () => Store {
  return use(openTestStore)
}

/** A PostgreSQL of its own, for the tests of the block. */
export function withPostgresql(): () => Store {
  return use(async () => {
    const server = await startPostgres()
    const store = await openStore({ kind: 'postgresql', url: server.url }, migrationsFolder)
    return {
      store,
      async remove() {
        await store.close()
        await server.remove()
      },
    }
  })
}

function use(open: () => Promise<{ store: Store; remove(): Promise<void> }>): () => Store {
  let opened: Awaited<ReturnType<typeof open>> | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(async () => {
    await opened?.remove()
  })
  return () => {
    if (!opened) throw new Error('The store is open within tests only')
    return opened.store
  }
}

/**
 * A Redis for the tests of the block, emptied after each.
 * @returns a function that connects to it
 */
export function withRedis(): () => Promise<Redis> {
  let server: Awaited<ReturnType<typeof startRedis>> | undefined
  const connections: Redis[] = []
  beforeAll(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.disconnect()
    // Of its own: a test may have closed those that it had.
    const connection = await server?.connect()
    await connection?.flushall()
    connection?.disconnect()
  })
  afterAll(() => server?.remove())
  return async () => {
    if (!server) throw new Error('Redis runs within tests only')
    const connection = await server.connect()
    connections.push(connection)
    return connection
  }
}
