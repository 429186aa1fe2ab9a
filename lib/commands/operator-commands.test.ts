import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tryLock } from '@/lib/store/folder-lock'
import { PASSWORD, request, withTestAuth } from '@/lib/testing/auth'
import { runOperatorCommand } from './operator-commands'

const kerbside = withTestAuth('administrator')

const EMAIL = 'administrator@kerbside.example'
const ORIGIN = 'https://kerbside.example'
const run = (...args: string[]) => runOperatorCommand(kerbside.auth, ORIGIN, args)

test('the sole administrator gets in again by a link from the console, which the audit log shows', async () => {
  expect(await run('list')).toBe(`${EMAIL}  administrator`)
  const text = await run('reset', 'Administrator@Kerbside.example')
  const secret = /https:\/\/kerbside\.example\/reset-password#([\w-]{43})$/.exec(text)?.[1] ?? ''
  const console = { operatorId: null, operatorEmail: 'server console' }
  const entry = { ...console, action: 'reset-password', subject: EMAIL }
  expect((await kerbside.written()).at(-1)).toMatchObject(entry)
  const body = { secret, password: 'seven green taxis' }
  expect((await kerbside.api(request('/api/auth/reset', { body }))).status).toBe(200)
  expect((await kerbside.enter(EMAIL, PASSWORD)).status).toBe(401)
  expect((await kerbside.enter(EMAIL, 'seven green taxis')).status).toBe(200)
})

test('the console unlocks an account and turns its two-factor off', async () => {
  for (let guess = 0; guess < 6; guess++) await kerbside.enter(EMAIL, 'wrong')
  expect((await kerbside.enter(EMAIL, 'seven green taxis')).status).toBe(429)
  expect(await run('unlock', EMAIL)).toBe(`${EMAIL} is unlocked`)
  expect((await kerbside.enter(EMAIL, 'seven green taxis')).status).toBe(200)
  expect(await run('two-factor-off', EMAIL)).toBe(`Two-factor of ${EMAIL} is off`)
  expect(
    (await kerbside.written()).slice(-2).map(({ action, subject }) => [action, subject]),
  ).toEqual([
    ['sign-in', null],
    ['change-two-factor', `${EMAIL}: off`],
  ])
})

test.each([
  [[], 'Usage: '],
  [['delete', EMAIL], 'Usage: '],
  [['reset'], 'Usage: '],
  [['toString', EMAIL], 'Usage: '],
  [['reset', 'nobody@kerbside.example'], 'No operator has the address nobody@kerbside.example'],
])('%j is refused: %s', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})

test('while the server runs, the command says that the store is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-lock-'))
  const { lock } = await tryLock(join(folder, 'lock'), 'KERBSIDE_DATA')
  const env = {
    ...process.env,
    KERBSIDE_AUTH: 'on',
    KERBSIDE_DATA: folder,
    NODE_ENV: 'production' as const,
  }
  const args = ['lib/commands/kerbside.js', 'operators', 'list']
  const failed = promisify(execFile)(process.execPath, args, { env }).catch((error) => error)
  expect((await failed).stderr).toMatch(/is in use by another Kerbside .*: stop that one/)
  await lock?.release()
  await rm(folder, { recursive: true })
})
