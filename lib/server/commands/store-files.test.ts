import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '@/lib/config/env-files'
import { openStore } from '@/lib/store/open'
import { SHORT_LIVED } from '@/lib/testing/short-lived.js'
import { copyStoreTemplate, makeStoreTemplate, migrationsFolder } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'

const NOTHING_ELSE = [
  'accounts 0, arrived_bookings 0, audit_entries 0, ended_sessions 0, invitations 0, password_resets 0',
  'rate_limits 0, sessions 0, two_factors 0, verifications 0, watched_vehicles 0, watch_entries 0',
  'webhook_deliveries 0, webhook_mentions 0, webhook_tokens 0',
].join(', ')

let folder = ''
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-move-'))
  await makeStoreTemplate()
  for (const name of ['empty', 'full']) copyStoreTemplate(at(name))
}, SLOW_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (name: string) => openStore({ kind: 'pglite', folder: at(name) }, migrationsFolder)

test(
  'a store moves through a file, and both commands print row counts',
  async () => {
    const store = await open('full')
    await store.query(
      `insert into operators (id, name, email) select n, e'A\\u2028da\\n', n || '@fleet.example' from generate_series(1, 700) n`,
    )
    const refused = await run('export', at('full'), 'a.ndjson')
    expect(refused.errors).toMatch(/full is in use by another Kerbside \(process \d+\): stop that one/)
    await store.close()

    const counts = `operators 700, ${NOTHING_ELSE}\n`
    expect(await run('export', at('full'), 'a.ndjson')).toEqual({
      code: 0,
      output: `Exported from ${at('full')}: ${counts}`,
      errors: '',
    })
    expect((await stat(at('a.ndjson'))).mode & 0o077).toBe(0)
    expect(await run('import', at('empty'), 'a.ndjson')).toEqual({
      code: 0,
      output: `Imported into ${at('empty')}: ${counts}`,
      errors: '',
    })
    await run('export', at('empty'), 'b.ndjson')
    expect(await readFile(at('b.ndjson'), 'utf8')).toBe(await readFile(at('a.ndjson'), 'utf8'))
  },
  SLOW_MS,
)

test(
  'errors are one line',
  async () => {
    const data = at('full')
    expect(await run('export', data)).toEqual(failure('Usage: npm run store:export -- FILE'))
    expect(await run('import', data, 'a', '--over')).toEqual(
      failure('Usage: npm run store:import -- FILE [--replace]'),
    )
    expect(await run('import', data, 'none')).toEqual(failure(`${at('none')} cannot be read (ENOENT)`))
    expect(await run('export', data, 'a.ndjson')).toEqual(
      failure(`${at('a.ndjson')} cannot be created (EEXIST): it must not exist yet`),
    )
    expect((await run('import', data, 'a.ndjson')).errors).toMatch(
      /^The store is not empty: operators 700\. .*\n$/,
    )
  },
  SLOW_MS,
)

const failure = (line: string) => ({ code: 1, output: '', errors: `${line}\n` })

async function run(command: 'export' | 'import', data: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [...SHORT_LIVED, '--import', 'tsx', `lib/server/commands/store-${command}.ts`, ...args],
    {
      cwd: projectFolder,
      // npm sets INIT_CWD to the folder where it was called.
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', KERBSIDE_DATA: data, INIT_CWD: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output, errors }
}
