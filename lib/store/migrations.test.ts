import { createHash, createHmac } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { symmetricEncrypt } from 'better-auth/crypto'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import {
  cookieOf,
  createTestAuth,
  nextStepOf,
  PASSWORD,
  request,
  TEST_SECRET,
} from '@/lib/testing/auth'
import {
  copyStoreTemplate,
  makeStoreTemplate,
  migrationsFolder,
} from '@/lib/testing/store-template'
import { totp } from '@/lib/testing/totp'
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

/**
 * A store of each version, as each upgrades the one before: of the version before a tag, filled by
 * `statements`, and so on; then opened by this one.
 */
async function upgraded(steps: readonly (readonly [tag: string, statements: readonly string[]])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-before-'))
  const settings = { kind: 'pglite', folder: join(folder, 'data') } as const
  await makeStoreTemplate()
  copyStoreTemplate(settings.folder)
  const run = async (migrations: string, statements: readonly string[]) => {
    const store = await openStore(settings, migrations)
    for (const statement of statements) await store.query(statement)
    await store.close()
  }
  const empty = [
    'drop schema drizzle cascade',
    'drop schema public cascade',
    'create schema public',
  ]
  await run(migrationsFolder, empty)
  const journal = await readJson('_journal.json')
  for (const [tag, statements] of steps) {
    const before = join(folder, tag)
    await cp(migrationsFolder, before, { recursive: true })
    const entries = journal.entries.filter((entry: { tag: string }) => entry.tag < tag)
    await writeFile(join(before, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await run(before, statements)
  }
  const store = await openStore(settings, migrationsFolder)
  return {
    store,
    async remove() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

test('a store of before account recovery keeps its operators, and one of before plain segments loses its recordings', async () => {
  const { store, remove } = await upgraded([
    [
      '0002',
      ["insert into operators (id, name, email) values ('o-1', 'Ada', 'ada@kerbside.example')"],
    ],
    [
      '0007',
      [
        "insert into recording_segments (area, chunk, kind, at, body) values ('a', 'c', 'key', now(), '')",
        "insert into recorded_areas (id, search, name) values ('watched', '', null), ('named', '', 'name')",
      ],
    ],
  ])
  const operatorId = 'o-1'
  await store.db
    .insert(schema.passwordResets)
    .values({ id: 'hash', operatorId, expiresAt: new Date() })
  const reading = { word: 'hovering', status: 'Hovering', meaning: 'free', readBy: operatorId }
  await store.db.insert(schema.statusReadings).values({ ...reading, readAt: new Date() })
  await store.query("delete from operators where id = 'o-1'")
  // The reading stays when its operator is gone.
  expect(await store.db.select().from(schema.statusReadings)).toMatchObject([{ readBy: null }])
  const left = [
    await store.db.$count(schema.passwordResets),
    await store.db.$count(schema.endedSessions),
  ]
  expect(left).toEqual([0, 0])
  expect(await store.db.$count(schema.recordingSegments)).toBe(0)
  // Named areas stay to be logged.
  const areas = await store.db.select({ id: schema.recordedAreas.id }).from(schema.recordedAreas)
  expect(areas).toEqual([{ id: 'named' }])
  await remove()
})

test('operators of before better-auth’s own routes keep password, second factor, OpenID account and session', async () => {
  const digest = createHash('sha256').update(PASSWORD).digest('hex')
  const secret = 'a secret of an authenticator'
  const encrypted = await symmetricEncrypt({ key: TEST_SECRET, data: secret })
  const noCodes = await symmetricEncrypt({ key: TEST_SECRET, data: '[]' })
  const signature = createHmac('sha256', TEST_SECRET).update('token').digest('base64')
  const { store, remove } = await upgraded([
    [
      '0009',
      [
        "insert into operators (id, name, email, role, disabled_at) values ('o-1', 'Ada', 'ada@kerbside.example', 'administrator', null), ('o-2', 'Bob', 'bob@kerbside.example', 'viewer', now())",
        `insert into accounts (id, account_id, provider_id, user_id, password) values ('a-1', 'o-1', 'credential', 'o-1', '${digest}'), ('a-2', 'o-2', 'credential', 'o-2', '${digest}'), ('a-3', 'https://id.example ada', 'oidc', 'o-1', null)`,
        "insert into sessions (id, token, user_id, expires_at) values ('s-1', 'token', 'o-1', now() + interval '1 hour')",
        `insert into two_factors (id, user_id, secret, backup_codes) values ('t-1', 'o-1', '${encrypted}', '${noCodes}')`,
        "update operators set two_factor_enabled = true where id = 'o-1'",
      ],
    ],
  ])
  const kerbside = createTestAuth(store)
  const cookie = `__Host-kerbside-session=${encodeURIComponent(`token.${signature}`)}`
  const ada = { email: 'ada@kerbside.example', role: 'administrator', twoFactor: true }
  expect((await kerbside.me(cookie)).operator).toMatchObject(ada)
  const first = await kerbside.enter(ada.email)
  expect(await nextStepOf(first.clone())).toBe('code')
  const code = totp('otpauth://totp/x?secret=MEQHGZLDOJSXIIDPMYQGC3RAMF2XI2DFNZ2GSY3BORXXE')
  const done = await kerbside.api(
    request('/api/auth/two-factor/verify-totp', { cookie: cookieOf(first), body: { code } }),
  )
  expect((await kerbside.me(cookieOf(done))).operator).toMatchObject(ada)
  expect((await kerbside.enter('bob@kerbside.example')).status).toBe(401)
  expect(await kerbside.auth.operators.list()).toMatchObject([{ openId: true }, { openId: false }])
  await remove()
})
