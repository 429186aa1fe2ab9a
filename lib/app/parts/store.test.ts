import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyWaiting } from './store'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-waiting-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('deliveries that wait are copied, also where their file is renamed or deleted meanwhile', async () => {
  const from = join(folder, 'webhooks')
  const to = join(folder, 'copy')
  await copyWaiting(from, to)
  await mkdir(from)
  for (let n = 0; n < 50; n++) await writeFile(join(from, `${n}.ndjson`), `${n}`)
  const copying = copyWaiting(from, to)
  await rename(join(from, '49.ndjson'), join(from, 'renamed.ndjson'))
  await rm(join(from, '48.ndjson'))
  await copying
  const copied = await readdir(to)
  expect(copied.includes('renamed.ndjson') || copied.includes('49.ndjson')).toBe(true)
  expect(copied.length).toBeGreaterThanOrEqual(49)
})
