import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryLock, withLock } from './folder-lock'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside lock '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function lock(path = folder) {
  const taken = await tryLock(path, 'The folder')
  if (!taken.lock) throw new Error(`held by ${taken.holder.pid}`)
  return taken.lock
}

test('one process at a time holds it', async () => {
  const first = await lock()
  expect(await tryLock(folder, 'The folder')).toMatchObject({
    lock: null,
    holder: { pid: `${process.pid}` },
  })
  await first.release()
  await (await lock()).release()
  expect(await readdir(folder)).toEqual([])
})

test('of many claims at once one succeeds', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => tryLock(folder, 'The folder')))
  const held = results.flatMap(({ lock }) => lock ?? [])
  expect(held.length).toBe(1)
  for (const lock of held) await lock.release()
})

test('the lock of a killed process is taken over', async () => {
  const child = await holdInChild()
  expect(await tryLock(folder, 'The folder')).toMatchObject({ holder: { pid: `${child.pid}` } })
  await killed(child)
  await (await lock()).release()
})

test('a halted process still holds it', async () => {
  const child = await holdInChild()
  child.kill('SIGSTOP')
  expect(await tryLock(folder, 'The folder')).toMatchObject({ lock: null, holder: { pid: '' } })
  await killed(child)
})

test('a path too long for a socket is refused, and a file in place of the folder', async () => {
  await expect(lock(join(folder, 'x'.repeat(120)))).rejects.toThrow(
    /^The folder is \d+ bytes too long/,
  )
  const path = join(folder, 'file', 'lock')
  await writeFile(join(folder, 'file'), '')
  await expect(lock(path)).rejects.toThrow(`The folder cannot be written (ENOTDIR): "${path}"`)
})

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written is refused as such',
  async () => {
    await chmod(folder, 0o500)
    await expect(lock()).rejects.toThrow(`The folder cannot be written (EACCES): "${folder}"`)
  },
)

test('work waits for the end of the holder, whose process it names once', async () => {
  const events: string[] = []
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  const work = (name: string, during?: Promise<void>) => async () => {
    events.push(`${name} begins`)
    await during
    events.push(`${name} ends`)
  }
  const first = withLock(folder, 'The folder', work('first', held), () => {})
  await expect.poll(() => events).toEqual(['first begins'])
  const claims = new Set<string>()
  const watcher = watch(folder, (_, file) => file?.endsWith('.sock') && claims.add(file))
  const second = withLock(folder, 'The folder', work('second'), ({ pid }) =>
    events.push(`waits for ${pid}`),
  )
  // The attempt at the start and two while waiting: the first of those two did not get the lock.
  await expect.poll(() => claims.size, { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
  finish()
  await Promise.all([first, second])
  watcher.close()
  const waits = `waits for ${process.pid}`
  expect(events).toEqual(['first begins', waits, 'first ends', 'second begins', 'second ends'])
  expect(await readdir(folder)).toEqual([])
})

test('work that fails releases the lock', async () => {
  const work = () => Promise.reject(new Error('no'))
  const failing = withLock(folder, 'The folder', work, () => {})
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(folder)).toEqual([])
})

async function holdInChild(): Promise<ChildProcess> {
  const code = `
    const { tryLock } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))})
    await tryLock(${JSON.stringify(folder)}, 'The folder')
    console.log('held')
    setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (exitCode) => reject(new Error(`The child ended with ${exitCode}`)))
  })
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
