import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
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

/** @returns the message of the refusal; null where the settings were read */
async function refusalOf(write: (path: string) => Promise<unknown>): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'env-'))
  await write(join(folder, '.env'))
  const args = ['--import', 'tsx', '--input-type=module', '-e', load, folder]
  const run = promisify(execFile)(process.execPath, args, { cwd: projectFolder })
  const message = await run.then(
    () => null,
    ({ stderr }) => /ConfigError: (.*)/.exec(stderr)?.[1] ?? stderr,
  )
  await rm(folder, { recursive: true })
  return message
}

const LINE = 'SERVICE_BASE_URL=https://service.example\n'

test.each([
  [
    'UTF-16',
    (path: string) => writeFile(path, `\ufeff${LINE}`, 'utf16le'),
    '.env is not saved as UTF-8, but probably as UTF-16: save it as UTF-8',
  ],
  [
    'UTF-16 without a mark',
    (path: string) => writeFile(path, LINE, 'utf16le'),
    '.env is not saved as UTF-8, but probably as UTF-16: save it as UTF-8',
  ],
  [
    'a folder',
    (path: string) => mkdir(path),
    '.env is a folder: settings are lines of a file with that name',
  ],
  [
    'a link to nothing',
    (path: string) => symlink(`${path}-of-the-old-server`, path),
    '.env is a link to a file that does not exist: mend or remove it',
  ],
  [
    'a link to itself',
    (path: string) => symlink(path, path),
    '.env is a link that leads back to itself: mend or remove it',
  ],
  [
    'a link to a file',
    async (path: string) => {
      await writeFile(`${path}-shared`, LINE)
      await symlink(`${path}-shared`, path)
    },
    null,
  ],
  [
    'small letters',
    (path: string) => writeFile(path, LINE.toLowerCase()),
    '.env: service_base_url is not read: write it as SERVICE_BASE_URL',
  ],
  [
    'points',
    (path: string) => writeFile(path, LINE.toLowerCase().replaceAll('_', '.')),
    '.env: service.base.url is not read: write it as SERVICE_BASE_URL',
  ],
  ['a mark of UTF-8', (path: string) => writeFile(path, `\ufeff${LINE}`), null],
])('an .env file, %s, is read or refused with a sentence', async (_what, write, expected) => {
  expect(await refusalOf(write)).toBe(expected)
})

test.each([
  'set SERVICE_BASE_URL=https://service.example',
  '$env:SERVICE_BASE_URL="https://service.example"',
  'SERVICE_BASE_URL https://service.example',
  'SERVICE_BASE_URL:https://service.example',
  '{"SERVICE_BASE_URL": "https://service.example"}',
])('a line of .env that Next does not read is refused: %s', async (line) => {
  const write = (path: string) => writeFile(path, `# HOST is left\nPORT=3001\n${line}\n`)
  expect(await refusalOf(write)).toBe('.env: line 3 is not read: write it as SERVICE_BASE_URL=…')
})

test('a changed .env file leaves Next its mark of a development server', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', changedFile]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectFolder })
  expect(stdout).toBe('1')
})
