import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { migrationsFolder } from '@/lib/testing/store-template'
import * as schema from './schema'

const readJson = async (file: string) =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta', file), 'utf8'))

test('the migrations make just the tables of the schema; else run `npm run store:generate`', async () => {
  const { entries } = await readJson('_journal.json')
  const last = entries.at(-1).tag.slice(0, 4)
  const made = await readJson(`${last}_snapshot.json`)
  expect(await generateMigration(made, generateDrizzleJson(schema, made.id))).toEqual([])
})
