import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerBackups, requestBackup } from './backup-socket'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('requests of one moment are answered one after the other, each with its own copy', async () => {
  let made = 0
  let isCopying = false
  const end = await answerBackups(folder, async () => {
    expect(isCopying).toBe(false)
    isCopying = true
    await new Promise((resolve) => setImmediate(resolve))
    isCopying = false
    return `copy ${++made}`
  })
  const copies = await Promise.all([1, 2, 3].map(() => requestBackup(folder)))
  expect(copies.sort()).toEqual(['copy 1', 'copy 2', 'copy 3'])
  await end()
})

test('a copy that fails says why, and the next one is made', async () => {
  let tries = 0
  const end = await answerBackups(folder, async () => {
    tries++
    if (tries === 1) throw new Error('ENOSPC')
    return `copy ${tries}`
  })
  await expect(requestBackup(folder)).rejects.toThrow('No backup was made: ENOSPC')
  expect(await requestBackup(folder)).toBe('copy 2')
  await end()
})

test('a server that makes no backups, as one of an earlier release, is left alone', async () => {
  await expect(requestBackup(folder)).rejects.toThrow(
    `The Kerbside that runs on ${folder} makes no backups`,
  )
})

test('only the account that runs Kerbside may ask for a copy', async () => {
  const end = await answerBackups(folder, async () => 'copy')
  const { mode } = await stat(join(folder, 'backup.sock'))
  expect(mode & 0o777).toBe(0o600)
  await end()
})
