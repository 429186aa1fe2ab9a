import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashInputs } from './build-inputs.js'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kerbside inputs '))
  await write('app/page.tsx', 'page')
  await write('lib/interface/times.ts', 'times')
  await write('package-lock.json', '{}')
})
afterEach(() => rm(root, { recursive: true }))

test('the same sources give the same hash', async () => {
  expect(await hash()).toBe(await hash())
})

test.each([
  ['an edit', 'app/page.tsx', 'pagf'],
  ['a new file', 'components/ui/button.tsx', ''],
  ['a new public file', 'public/icon.svg', ''],
  ['another lock file', 'package-lock.json', '{ }'],
  ['a proxy', 'proxy.ts', ''],
])('%s changes it', async (_what, path, text) => {
  const before = await hash()
  await write(path, text)
  expect(await hash()).not.toBe(before)
})

test('a renamed file changes it', async () => {
  const before = await hash()
  await rm(join(root, 'app/page.tsx'))
  await write('app/pag.tsx', 'epage')
  expect(await hash()).not.toBe(before)
})

test('tests, their helpers and other folders do not change it', async () => {
  const before = await hash()
  await write('lib/interface/times.test.ts', 'test')
  await write('lib/testing/clock.ts', 'helper')
  await write('e2e/start.spec.ts', 'spec')
  await write('README.md', 'read me')
  expect(await hash()).toBe(before)
})

test('public variables change it, others do not', async () => {
  const before = await hash()
  expect(await hash({ SERVICE_API_KEY: 'secret' })).toBe(before)
  expect(await hash({ NEXT_PUBLIC_NAME: 'North depot' })).not.toBe(before)
})

test("Node's major version changes it, the minor does not", async () => {
  const before = await hash({}, '20.19.0')
  expect(await hash({}, '20.20.2')).toBe(before)
  expect(await hash({}, '22.1.0')).not.toBe(before)
})

function hash(env = {}, node?: string): Promise<string> {
  return hashInputs(root, env, node)
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
