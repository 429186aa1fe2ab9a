import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store } from '@/lib/store/open'
import { startPostgres } from '@/lib/testing/services/postgres'
import { haveServer } from '@/lib/testing/services/server-process'

export const migrationsFolder = join(import.meta.dirname, '../store/migrations')

/** A busy machine makes a database in tens of seconds. */
export const SLOW_MS = 240_000

/** Tells the same stories about PGlite and about PostgreSQL, where that can be had. */
export function describeOnEach(title: string, stories: (store: () => Store) => void): void {
  describe(`${title}, in PGlite`, () => stories(usePglite()))
  describe.skipIf(!haveServer('postgres'))(`${title}, in PostgreSQL`, () => stories(usePostgresql()))
}

/** A PGlite of its own, for the tests of the block. */
export function usePglite(): () => Store {
  return use(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kerbside-store-'))
    return {
      store: await openStore({ kind: 'pglite', folder }, migrationsFolder),
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  })
}

/** A PostgreSQL of its own, for the tests of the block. */
export function usePostgresql(): () => Store {
  return use(async () => {
    const server = await startPostgres()
    return {
      store: await openStore({ kind: 'postgresql', url: server.url }, migrationsFolder),
      remove: () => server.remove(),
    }
  })
}

function use(open: () => Promise<{ store: Store; remove(): Promise<void> }>): () => Store {
  let opened: Awaited<ReturnType<typeof open>> | undefined
  beforeAll(async () => {
    opened = await open()
  }, SLOW_MS)
  afterAll(async () => {
    await opened?.store.close()
    await opened?.remove()
  }, SLOW_MS)
  return () => {
    if (!opened) throw new Error('The store is open within tests only')
    return opened.store
  }
}
