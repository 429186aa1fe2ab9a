import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '@/lib/testing/services/postgres'
import { haveServer, type RealServer } from '@/lib/testing/services/server-process'
import { migrationsFolder } from '@/lib/testing/store-template'
import { openStore } from './open'
import { DatabaseAway } from './postgresql'
import { operators } from './schema'
import type { Store } from './store'

// Reconnecting takes seconds on a busy machine.
const IN_TIME_MS = 10_000

describe.skipIf(!haveServer('postgres'))('PostgreSQL', () => {
  let server: RealServer
  let store: Store
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await store?.close()
    await server?.remove()
  })

  test('processes that start at once migrate together', async () => {
    expect(await Promise.all([1, 2, 3, 4].map(() => openInProcess(server.url)))).toEqual([
      0, 0, 0, 0,
    ])
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    await client.end()
    const journal = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
    expect(rows).toEqual([{ count: JSON.parse(journal).entries.length }])
  })

  test('queries fail while it is stopped, and work again', async () => {
    store = await openStore({ kind: 'postgresql', url: server.url }, migrationsFolder)
    await store.db.insert(operators).values({ id: 'o-1', name: 'Ada', email: 'ada@fleet.example' })
    await server.stop()
    expect(await store.reachable()).toBe(false)
    await expect(store.query('select 1')).rejects.toThrow()
    await server.start()
    await expect.poll(() => store.reachable(), { timeout: IN_TIME_MS }).toBe(true)
    expect(await store.db.select().from(operators)).toHaveLength(1)
  })

  test('after a kill during a transaction it has what was acknowledged, and only that', async () => {
    await store.db.insert(operators).values({ id: 'o-2', name: 'Bo', email: 'bo@fleet.example' })
    const cut = store.db.transaction(async (tx) => {
      await tx.insert(operators).values({ id: 'o-3', name: 'Cy', email: 'cy@fleet.example' })
      await server.kill()
      await tx.select().from(operators)
    })
    await expect(cut).rejects.toThrow()
    await server.start()
    await expect.poll(() => store.reachable(), { timeout: IN_TIME_MS }).toBe(true)
    const found = await store.db.select({ id: operators.id }).from(operators)
    expect(found.map(({ id }) => id).sort()).toEqual(['o-1', 'o-2'])
  })

  test('a transaction that gets no answer fails, and leaves no connection that hangs', async () => {
    const settings = { kind: 'postgresql', url: server.url, queryTimeoutMs: 300 } as const
    const one = await openStore(settings, migrationsFolder)
    const sleep = () => one.db.transaction((tx) => tx.execute('select pg_sleep(60)'))
    // Every connection of the pool, and more.
    const outcomes = await Promise.allSettled(Array.from({ length: 15 }, sleep))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    await expect.poll(() => one.reachable(), { timeout: IN_TIME_MS }).toBe(true)
    await one.close()
  })

  test('a transaction without a free connection is the store’s problem, 503 and not 500', async () => {
    const one = await openStore({ kind: 'postgresql', url: server.url }, migrationsFolder)
    const asleep = Array.from({ length: 10 }, () => one.query('select pg_sleep(2.3)'))
    const error = await one.db
      .transaction((tx) => tx.execute('select 1'))
      .catch((caught: unknown) => caught)
    await Promise.allSettled(asleep)
    await one.close()
    // By its query lib/api/http knows an error of the database, and answers 503 store-unreachable.
    expect(error).toMatchObject({ query: 'connect' })
    expect(String((error as Error).cause)).toMatch(/^Error: timeout exceeded/)
  })

  test('one that is there and does not answer is not waited for', async () => {
    await store.close()
    store = await openStore({ kind: 'postgresql', url: server.url }, migrationsFolder)
    server.pause()
    // More than the pool has connections: those that queue for one do not wait either.
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.reachable()))
    server.resume()
    expect(answers).toEqual(answers.map(() => false))
    await expect.poll(() => store.reachable(), { timeout: IN_TIME_MS }).toBe(true)
  })

  test('an unreachable or refusing server is named without its password; only the first is worth another try', async () => {
    const open = (url: string) => openStore({ kind: 'postgresql', url }, migrationsFolder)
    const away = await open('postgresql://kerbside:geheim@127.0.0.1:1/fleet').catch(
      (error: unknown) => error,
    )
    expect(away).toBeInstanceOf(DatabaseAway)
    expect((away as Error).message).toMatch(
      /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1\/fleet cannot be used: .*ECONNREFUSED/,
    )
    const { host } = new URL(server.url)
    const nobody = open(`postgresql://nobody:geheim@${host}/postgres`)
    await expect(nobody).rejects.toThrow(/cannot be used: role "nobody" does not exist \(28000\)$/)
    await expect(nobody).rejects.not.toBeInstanceOf(DatabaseAway)
  })
})

function openInProcess(url: string): Promise<number | null> {
  const code = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
    const store = await openStore({ kind: 'postgresql', url: ${JSON.stringify(url)} }, ${JSON.stringify(migrationsFolder)})
    await store.close()`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => child.once('exit', resolve))
}
