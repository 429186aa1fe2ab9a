import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyOfFiles, readIndexFile, writeIndexFile } from './index-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-index-'))
})
afterEach(() => rm(folder, { recursive: true }))

const value = { names: ['Ejido'], numbers: Uint32Array.of(7, 70_000), texts: new Map([[1, '7 bis']]) }

test('an index is read as it was written, and nothing else is left beside it', async () => {
  const path = join(folder, 'indexes/places')
  await writeIndexFile(path, 'key', value)
  expect(await readIndexFile(path, 'key')).toEqual(value)
  expect(await readdir(join(folder, 'indexes'))).toEqual(['places'])
})

test('what ended processes left unfinished is removed, what another one writes is kept', async () => {
  const path = join(folder, 'places')
  const hoursAgo = Date.now() / 1000 - 2 * 3600
  for (const name of ['places.left', 'places.written', 'places-map.left']) {
    await writeFile(join(folder, name), 'half of an index')
    if (name !== 'places.written') await utimes(join(folder, name), hoursAgo, hoursAgo)
  }
  await writeIndexFile(path, 'key', value)
  expect((await readdir(folder)).sort()).toEqual(['places', 'places-map.left', 'places.written'])
})

test('an index of another key is not read', async () => {
  const path = join(folder, 'places')
  await writeIndexFile(path, 'key', value)
  expect(await readIndexFile(path, 'other')).toBeNull()
  expect(await readIndexFile(join(folder, 'missing'), 'key')).toBeNull()
})

test.each([
  ['with a changed byte', (bytes: Buffer) => bytes.fill(0xff, bytes.length - 3)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['of a few bytes', () => Buffer.from('index')],
  ['that is empty', () => Buffer.alloc(0)],
])('an index file %s is not read', async (_what, damage) => {
  const path = join(folder, 'places')
  await writeIndexFile(path, 'key', value)
  await writeFile(path, damage(await readFile(path)))
  expect(await readIndexFile(path, 'key')).toBeNull()
})

test('the key changes with a file, and with the version of the code', async () => {
  const path = join(folder, 'map')
  await writeFile(path, 'one')
  const key = await keyOfFiles(1, [path])
  expect(await keyOfFiles(1, [path])).toBe(key)
  expect(await keyOfFiles(2, [path])).not.toBe(key)
  await writeFile(path, 'others')
  expect(await keyOfFiles(1, [path])).not.toBe(key)
})
