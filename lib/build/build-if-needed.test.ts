import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '@/lib/app/settings/config-error'
import { buildIfNeeded } from './build-if-needed'
import { hashInputs } from './build-inputs.js'

const root = await mkdtemp(join(tmpdir(), 'kerbside finished build '))
afterAll(() => rm(root, { recursive: true }))
const stamp = join(root, '.next', 'inputs-of-kerbside')

test('a start on a finished build writes nothing into its folder', async () => {
  await mkdir(join(root, 'app'), { recursive: true })
  await mkdir(join(root, '.next'))
  await writeFile(join(root, 'app', 'page.tsx'), 'page')
  await writeFile(stamp, await hashInputs(root, process.env))
  const lines: string[] = []
  await buildIfNeeded(root, (line) => lines.push(line))
  expect(await readdir(join(root, '.next'))).toEqual(['inputs-of-kerbside'])
  expect(lines).toEqual([])
})

test('without a build, and where none can be written, it says what to do', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'kerbside no build '))
  await mkdir(join(empty, 'app'))
  await writeFile(join(empty, '.next'), 'a file where a folder is needed')
  const failure = await buildIfNeeded(empty, () => undefined).catch((error: unknown) => error)
  await rm(empty, { recursive: true })
  expect(failure).toBeInstanceOf(ConfigError)
  expect((failure as ConfigError).message).toContain('run `npm run build` as a user who may write')
})
