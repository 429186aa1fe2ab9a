import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore } from '@/lib/store/open'
import type { Store } from '@/lib/store/store'
import { startPostgres } from './services/postgres'
import { haveServer } from './services/server-process'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from './store-template'

/** A busy machine makes a database in tens of seconds. */
export const SLOW_MS = 240_000

/** Tells the same stories about PGlite and about PostgreSQL, where that can be had. */
export function describeOnEach(title: string, stories: (store: () => Store) => void): void {
  describe(`${title}, in PGlite`, () => stories(withPglite()))
  describe.skipIf(!haveServer('postgres'))(`${title}, in PostgreSQL`, () => stories(withPostgresql()))
}

/** Opens an empty PGlite in a folder of its own; `remove` closes it unless the test has. */
export async function openTestStore() {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-test-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  const store = await openStore({ kind: 'pglite', folder }, migrationsFolder)
  return {
    store,
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
  }, SLOW_MS)
  afterAll(async () => {
    await opened?.remove()
  }, SLOW_MS)
  return () => {
    if (!opened) throw new Error('The store is open within tests only')
    return opened.store
  }
}
