import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectFolder } from './env-files'

// In a process of its own: it replaces the environment.
const changedFile = `
  const { createRequire } = await import('node:module')
  const { loadEnvironment, projectFolder } = await import('./lib/app/env-files.ts')
  loadEnvironment('development')
  // As Next does when its development server starts, and when a .env file changes.
  process.env.__NEXT_DEV_SERVER = '1'
  const requireHere = createRequire(projectFolder + '/package.json')
  createRequire(requireHere.resolve('next'))('@next/env').loadEnvConfig(projectFolder, true, undefined, true)
  process.stdout.write(String(process.env.__NEXT_DEV_SERVER))
`

const load = `
  const { loadEnvironment } = await import('./lib/app/env-files.ts')
  process.stdout.write(JSON.stringify(loadEnvironment('production', process.argv.at(-1))))
`

test('a name in .env that is no setting is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'env-'))
  await writeFile(join(folder, '.env'), 'RECORDING_HUORS=8\nRECORDING_HOURS=8\n')
  const args = ['--import', 'tsx', '--input-type=module', '-e', load, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectFolder })
  expect(JSON.parse(stdout)).toEqual([
    '.env has RECORDING_HUORS, which is not a setting of Kerbside',
  ])
  await rm(folder, { recursive: true })
})

test('a changed .env file leaves Next its mark of a development server', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', changedFile]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectFolder })
  expect(stdout).toBe('1')
})
