import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { desc } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { SHORT_LIVED } from '@/lib/testing/short-lived.js'
import {
  copyStoreTemplate,
  makeStoreTemplate,
  migrationsFolder,
} from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { openStore } from './open'
import { auditEntries, operators } from './schema'
import type { Store } from './store'

const parent = await mkdtemp(join(tmpdir(), 'kerbside-pglite-'))
afterAll(() => rm(parent, { recursive: true, force: true }))
const folder = join(parent, 'data')
// Left by a process that was killed while creating the database.
await mkdir(join(folder, 'pglite.new', 'base'), { recursive: true, mode: 0o700 })
await writeFile(join(folder, 'pglite.new', 'PG_VERSION'), '18')

/** Writes audit entries, several at a time, and prints each acknowledged id. */
const WRITER = `
  const { writeSync } = await import('node:fs')
  const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
  const store = await openStore({ kind: 'pglite', folder: process.argv[1] }, ${JSON.stringify(migrationsFolder)})
  console.log('open')
  const write = async () => {
    for (;;) {
      const { rows } = await store.query(
        "insert into audit_entries (at, action, outcome, subject) values (now(), 'look-up', 'done', repeat('x', 2000)) returning id")
      writeSync(1, rows[0].id + '\\n')
    }
  }
  for (let writer = 0; writer < 5; writer += 1) void write()`

test('after a kill while writing it has every acknowledged entry, each time', async () => {
  const acknowledged: number[] = []
  for (const entries of [1, 200]) {
    acknowledged.push(...(await writeAndKill(entries)))
    const store = await openStore({ kind: 'pglite', folder }, migrationsFolder)
    const { rows } = await store.query('select id from audit_entries')
    await store.close()
    const kept = new Set(rows.map(({ id }) => Number(id)))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(201)
})

test('a copy made while it writes has what was acknowledged before', async () => {
  const store = await openStore({ kind: 'pglite', folder }, migrationsFolder)
  const copied = join(parent, 'copied')
  const note = (subject: string) =>
    store.db
      .insert(auditEntries)
      .values({ at: new Date(), action: 'look-up', outcome: 'done', subject })
  await note('before the copy')
  const writing = Array.from({ length: 50 }, (_, n) => note(`meanwhile ${n}`))
  await Promise.all([...writing, store.backUp?.(join(copied, 'pglite'))])
  await note('after the copy')
  await store.close()
  const copy = await openStore({ kind: 'pglite', folder: copied }, migrationsFolder)
  const { rows } = await copy.query('select subject from audit_entries')
  await copy.close()
  const subjects = rows.map(({ subject }) => subject)
  expect(subjects).toContain('before the copy')
  expect(subjects).not.toContain('after the copy')
})

test('a second process on the same folder is refused, the first continues, and a statement leaves others their turn', async () => {
  const store = await openStore({ kind: 'pglite', folder }, migrationsFolder)
  const { code, errors } = await runWriter()
  expect(errors).toContain(
    `${folder} is in use by another Kerbside (process ${process.pid}): stop that one`,
  )
  expect(code).not.toBe(0)
  expect(await store.reachable()).toBe(true)

  const order: string[] = []
  const statement = store
    .query('select count(*) from generate_series(1, 2000000)')
    .then(() => order.push('statement'))
  await new Promise((resolve) => setTimeout(resolve, 1))
  order.push('timer')
  await statement
  await store.close()
  expect(order).toEqual(['timer', 'statement'])
})

test('after a crash of its thread it says so, refuses at once, and is opened again with what it acknowledged', async () => {
  const crashes: string[] = []
  const onCrash = (message: string) => crashes.push(message)
  const store = await openStore({ kind: 'pglite', folder }, migrationsFolder, onCrash)
  const note = (subject: string) =>
    store.db
      .insert(auditEntries)
      .values({ at: new Date(), action: 'look-up', outcome: 'done', subject })
  await note('before')
  const begun = store.db.transaction(async (tx) => {
    await tx.delete(operators)
    await crash(store)
    await tx.select().from(operators)
  })
  const waiting = note('waiting')
  await expect(begun).rejects.toThrow()
  await expect(waiting).rejects.toThrow()
  expect(crashes).toEqual([expect.stringContaining('lib/store/worker.ts')])
  expect(await store.reachable()).toBe(false)
  await expect.poll(store.reachable, { timeout: SLOW_MS }).toBe(true)
  await note('after')
  const entries = await store.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(2)
  expect(entries.map(({ subject }) => subject)).toEqual(['after', 'before'])
  await store.close()
})

test('only its user can read its files', async () => {
  expect((await stat(join(folder, 'pglite'))).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'lock'))).mode & 0o077).toBe(0)
})

test('a store of a newer version is refused and not changed', async () => {
  const newer = join(parent, 'newer')
  await makeStoreTemplate()
  copyStoreTemplate(newer)
  const store = await openStore({ kind: 'pglite', folder: newer }, migrationsFolder)
  await store.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e12)`,
  )
  await store.close()
  for (const _ of [1, 2]) {
    const opening = openStore({ kind: 'pglite', folder: newer }, migrationsFolder)
    await expect(opening).rejects.toThrow(/^The store is of a newer version of Kerbside/)
  }
})

test('a damaged database is refused in one line, and its folder released', async () => {
  const damaged = join(parent, 'damaged')
  await mkdir(join(damaged, 'pglite'), { recursive: true })
  await writeFile(join(damaged, 'pglite', 'PG_VERSION'), 'nonsense')
  for (const _ of [1, 2]) {
    const opening = openStore({ kind: 'pglite', folder: damaged }, migrationsFolder)
    await expect(opening).rejects.toThrow(/^KERBSIDE_DATA: the database in .* cannot be opened \(/)
  }
})

/** A message that the database does not survive. */
async function crash(store: Store): Promise<void> {
  // Of `pg`: the one connection.
  const { $client } = store.db as unknown as {
    $client: { _clients: { connection: { stream: Writable } }[] }
  }
  $client._clients[0]?.connection.stream.write(Buffer.from([0, 0, 0, 8, 0, 0, 0, 0]))
}

function spawnWriter() {
  const args = [...SHORT_LIVED, '--import', 'tsx', '--input-type=module', '--eval', WRITER, folder]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function writeAndKill(entries: number): Promise<number[]> {
  const child = spawnWriter()
  child.stderr.pipe(process.stderr)
  const ids: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open') continue
    ids.push(Number(line))
    if (ids.length === entries) child.kill('SIGKILL')
  }
  return ids
}

async function runWriter() {
  const child = spawnWriter()
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'exit')
  return { code, errors }
}
