import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startForTest } from '@/e2e/support/dashboard'
import { expect, test } from '@/e2e/support/fixtures'

const run = promisify(execFile)
/** Nothing listens there. */
const NO_REGISTRY = 'http://127.0.0.1:9'

test('the package serves the demo from an empty folder, without a clone or a registry @long', async ({
  page,
}) => {
  // npm unpacks 77 MB twice, and a busy machine is slow at that.
  test.setTimeout(900_000)
  const root = await mkdtemp(join(tmpdir(), 'kerbside package '))
  const folder = join(root, 'empty')
  await mkdir(folder)
  const env = {
    ...process.env,
    INIT_CWD: root,
    npm_config_registry: NO_REGISTRY,
    npm_config_cache: join(root, 'cache'),
    npm_config_audit: 'false',
  }
  await run(process.execPath, ['--import', 'tsx', 'lib/build/package.ts'], { env })
  const [file = ''] = (await readdir(root)).filter((name) => name.endsWith('.tgz'))
  const packed = join(root, file)
  const npx = await run('npx', ['--yes', join('..', file), '--help'], { cwd: folder, env })
  expect(npx.stdout).toMatch(/^Usage: kerbside/)
  expect(await readdir(folder)).toEqual([])

  // Once for all that follows: npm takes the longest to unpack it.
  await run('npm', ['install', '--prefix', root, packed], { cwd: root, env })
  const command = join(root, 'node_modules', '.bin', 'kerbside')
  const kerbside = (...args: string[]) => run(command, args, { cwd: folder, env })
  const refused = (...args: string[]) => kerbside(...args).catch((error) => error)
  expect((await refused('city')).stderr).toContain('Usage: kerbside city --osm')
  expect((await refused('operators', 'list')).stderr).toContain('Sign-in is disabled here')
  expect((await kerbside('reference', '--help')).stdout).toContain('--vehicles N')
  expect(await readdir(folder)).toEqual([])

  const program = join(root, 'node_modules', 'kerbside', 'program')
  const names = await readdir(program, { recursive: true })
  const ours = names.filter((name) => !name.startsWith('node_modules'))
  expect(ours.filter((name) => /\.test\.|testing|\.tsx?$|\.map$/.test(name))).toEqual([])
  expect(names.filter((name) => /^node_modules\/(vitest|tsx|esbuild)/.test(name))).toEqual([])

  const started = startForTest({ KERBSIDE_AUTH: 'on' }, { folder: program })
  await page.goto(await started.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await started.stop()
  await rm(root, { recursive: true })
})
