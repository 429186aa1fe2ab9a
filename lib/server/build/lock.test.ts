import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside lock '))
  file = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true }))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('two do their work one after the other, and the second says whom it waits for', async () => {
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await wait(100)
    events.push(`${name} ends`)
  }
  const first = withLock(file, work('first'), () => {})
  await wait(20)
  const second = withLock(file, work('second'), (pid) => events.push(`waits for ${pid}`))
  await Promise.all([first, second])
  expect(events).toEqual([
    'first begins',
    `waits for ${process.pid}`,
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(await readdir(folder)).toEqual([])
})

test.each(['', '999999999'])('a lock left by a process that died (%j) is taken over', async (left) => {
  await writeFile(file, left)
  expect(
    await withLock(
      file,
      async () => 'done',
      () => {},
    ),
  ).toBe('done')
})

test('work that fails gives the lock back', async () => {
  const failing = withLock(
    file,
    async () => Promise.reject(new Error('no')),
    () => {},
  )
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(folder)).toEqual([])
})
