import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from '@/lib/testing/store-template'
import { openStore } from './open'
import * as schema from './schema'
import type { Store } from './store'

const readJson = async (file: string) =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta', file), 'utf8'))

test('the migrations make just the tables of the schema; else run `npm run store:generate`', async () => {
  const { entries } = await readJson('_journal.json')
  const last = entries.at(-1).tag.slice(0, 4)
  const made = await readJson(`${last}_snapshot.json`)
  expect(await generateMigration(made, generateDrizzleJson(schema, made.id))).toEqual([])
})

/** A store with the migrations before a tag, filled by `statements`, after this version opened it. */
async function upgraded(tag: string, statements: readonly string[], look: (store: Store) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-before-'))
  const before = join(folder, 'migrations')
  await cp(migrationsFolder, before, { recursive: true })
  const journal = await readJson('_journal.json')
  const entries = journal.entries.filter((entry: { tag: string }) => entry.tag < tag)
  await writeFile(join(before, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  const settings = { kind: 'pglite', folder: join(folder, 'data') } as const
  await makeStoreTemplate()
  copyStoreTemplate(settings.folder)
  const made = await openStore(settings, migrationsFolder)
  for (const statement of [
    'drop schema drizzle cascade',
    'drop schema public cascade',
    'create schema public',
  ])
    await made.query(statement)
  await made.close()
  const old = await openStore(settings, before)
  for (const statement of statements) await old.query(statement)
  await old.close()
  const store = await openStore(settings, migrationsFolder)
  await look(store)
  await store.close()
  await rm(folder, { recursive: true })
}

test('a store of before account recovery keeps its operators and gets the tables of links and ended sessions', async () => {
  const operator = "insert into operators (id, name, email) values ('o-1', 'Ada', 'ada@kerbside.example')"
  await upgraded('0002', [operator], async (store) => {
    const operatorId = 'o-1'
    await store.db.insert(schema.passwordResets).values({ id: 'hash', operatorId, expiresAt: new Date() })
    await store.query("delete from operators where id = 'o-1'")
    const left = [await store.db.$count(schema.passwordResets), await store.db.$count(schema.endedSessions)]
    expect(left).toEqual([0, 0])
  })
})

test('recordings of before plain segments are deleted, and named areas stay to be logged', async () => {
  const statements = [
    "insert into recording_segments (area, chunk, kind, at, body) values ('a', 'c', 'key', now(), '')",
    "insert into recorded_areas (id, search, name) values ('watched', '', null), ('named', '', 'name')",
  ]
  await upgraded('0007', statements, async (store) => {
    expect(await store.db.$count(schema.recordingSegments)).toBe(0)
    const areas = await store.db.select({ id: schema.recordedAreas.id }).from(schema.recordedAreas)
    expect(areas).toEqual([{ id: 'named' }])
  })
})
