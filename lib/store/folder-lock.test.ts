import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const refusal = (where: string, pid: string | number) =>
  `${where} is in use by another Kerbside (process ${pid})`

test('a folder is one holder’s at a time', async () => {
  const first = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(refusal(folder, process.pid))
  await first.release()
  const second = await lockFolder(folder)
  await second.release()
  expect(await readdir(join(folder, 'lock'))).toEqual([])
})

test('of many that begin at once one gets it', async () => {
  const claims = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)))
  const held = claims.filter((claim) => claim.status === 'fulfilled')
  expect(held.length).toBe(1)
  for (const claim of held) await claim.value.release()
})

test('what a killed process leaves is taken over', async () => {
  const child = await holdInChild()
  await expect(lockFolder(folder)).rejects.toThrow(refusal(folder, child.pid ?? ''))
  await killed(child)
  const lock = await lockFolder(folder)
  await lock.release()
})

test('a process that is halted still holds it', async () => {
  const child = await holdInChild()
  child.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use by another Kerbside: stop that one`)
  await killed(child)
})

test('a path that no socket can have is refused with what to do', async () => {
  await expect(lockFolder(join(folder, 'x'.repeat(120)))).rejects.toThrow(
    /^KERBSIDE_DATA is \d+ bytes too long/,
  )
})

test('a file in the folder’s place is refused by the variable’s name', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(lockFolder(file)).rejects.toThrow(`KERBSIDE_DATA cannot be written (ENOTDIR): "${file}"`)
})

async function holdInChild(): Promise<ChildProcess> {
  const code = `
    const { lockFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))})
    await lockFolder(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (exitCode) => reject(new Error(`The child ended with ${exitCode}`)))
  })
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}
