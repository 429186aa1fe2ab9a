import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleServer } from './bundle'

const project = join(import.meta.dirname, '../../..')
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kerbside bundle '))
  await Promise.all(
    ['package.json', 'tsconfig.json', 'lib/server/launch.js', 'lib/server/build/build-inputs.js'].map(
      (path) => cp(join(project, path), join(root, path)),
    ),
  )
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
  await writeFile(
    join(root, 'lib/server/start.ts'),
    "import { who } from '@/lib/server/who'\nconst greeting: string = 'hello'\nconsole.log(greeting, who)\n",
  )
  await writeFile(join(root, 'lib/server/who.ts'), "export const who = 'sources'\n")
})
afterAll(() => rm(root, { recursive: true }))

async function launch(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['lib/server/launch.js'], { cwd: root })
  return stdout.trim()
}

test('npm start runs the bundle of these sources, and after an edit the sources themselves', async () => {
  expect(await launch()).toBe('hello sources')
  await bundleServer(root)
  const bundle = join(root, '.next/server-of-kerbside/start.mjs')
  await writeFile(bundle, (await readFile(bundle, 'utf8')).replace('"sources"', '"bundle"'))
  expect(await launch()).toBe('hello bundle')
  await appendFile(join(root, 'lib/server/who.ts'), '// edited\n')
  expect(await launch()).toBe('hello sources')
}, 30_000)
