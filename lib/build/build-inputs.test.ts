import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashInputs } from './build-inputs.js'

let root: string

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kerbside inputs '))
  await write('app/page.tsx', 'page')
  await write('lib/interface/times.ts', 'times')
  await write('package-lock.json', '{}')
})
afterEach(() => rm(root, { recursive: true }))

test.each([
  ['an edit', 'app/page.tsx', 'pagf', true],
  ['a new file', 'components/ui/button.tsx', '', true],
  ['a new public file', 'public/icon.svg', '', true],
  ['another lock file', 'package-lock.json', '{ }', true],
  ['a proxy', 'proxy.ts', '', true],
  ['the same text', 'app/page.tsx', 'page', false],
  ['a test', 'lib/interface/times.test.ts', 'test', false],
  ['a helper of tests', 'lib/testing/clock.ts', 'helper', false],
  ['another folder', 'e2e/start.spec.ts', 'spec', false],
  ['another file', 'README.md', 'read me', false],
])('%s, %s, changes the hash: %4$s', async (_what, path, text, isOther) => {
  const before = await hashInputs(root, {})
  await write(path, text)
  expect((await hashInputs(root, {})) !== before).toBe(isOther)
})

test('a renamed file changes it', async () => {
  const before = await hashInputs(root, {})
  await rm(join(root, 'app/page.tsx'))
  await write('app/pag.tsx', 'epage')
  expect(await hashInputs(root, {})).not.toBe(before)
})

test('public variables and the major version of Node change it, others do not', async () => {
  const hash = (env: Record<string, string>, node: string) => hashInputs(root, env, node)
  const before = await hash({}, '20.19.0')
  expect(await hash({ SERVICE_API_KEY: 'secret' }, '20.20.2')).toBe(before)
  expect(await hash({ NEXT_PUBLIC_NAME: 'North depot' }, '20.19.0')).not.toBe(before)
  expect(await hash({}, '22.1.0')).not.toBe(before)
})
