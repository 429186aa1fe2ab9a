import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { openStore } from './open'
import * as schema from './schema'

const readJson = async (file: string) =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta', file), 'utf8'))

test('the migrations make just the tables of the schema; else run `npm run store:generate`', async () => {
  const { entries } = await readJson('_journal.json')
  const last = entries.at(-1).tag.slice(0, 4)
  const made = await readJson(`${last}_snapshot.json`)
  expect(await generateMigration(made, generateDrizzleJson(schema, made.id))).toEqual([])
})

test('a store of before account recovery keeps its operators and gets the tables of links and ended sessions', {
  timeout: SLOW_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-before-'))
  const before = join(folder, 'migrations')
  await cp(migrationsFolder, before, { recursive: true })
  const journal = await readJson('_journal.json')
  const entries = journal.entries.filter(({ tag }: { tag: string }) => tag < '0002')
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
  await old.query("insert into operators (id, name, email) values ('o-1', 'Ada', 'ada@kerbside.example')")
  await old.close()
  const store = await openStore(settings, migrationsFolder)
  const operatorId = 'o-1'
  await store.db.insert(schema.passwordResets).values({ id: 'hash', operatorId, expiresAt: new Date() })
  await store.query("delete from operators where id = 'o-1'")
  const left = [await store.db.$count(schema.passwordResets), await store.db.$count(schema.endedSessions)]
  await store.close()
  await rm(folder, { recursive: true })
  expect(left).toEqual([0, 0])
})
