import { execFile } from 'node:child_process'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createWorkerThread } from '@/lib/app/worker-thread/worker-thread'
import { bundleFolder } from './build-inputs.js'
import { bundleServer } from './bundle'

const project = join(import.meta.dirname, '../..')
const root = await mkdtemp(join(tmpdir(), 'kerbside bundle '))
afterAll(() => rm(root, { recursive: true }))

const launched = [
  'lib/server/launch.js',
  'lib/build/build-inputs.js',
  'lib/build/run-entry.js',
  'lib/commands/kerbside.js',
  'lib/app/worker-thread',
]
for (const path of ['package.json', 'tsconfig.json', 'lib/app/garbage.ts', ...launched])
  await cp(join(project, path), join(root, path), { recursive: true })
await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
for (const folder of ['app', 'lib/sample', 'lib/reference']) await mkdir(join(root, folder))
const sources = {
  'lib/server/start.ts': `import { who } from '@/lib/server/who'
const greeting: string = 'hello'
if (process.argv.includes('--env')) console.log(process.env.MALLOC_ARENA_MAX, process.execArgv[0])
else console.log(greeting, who)`,
  'lib/commands/operators.ts': `import { who } from '@/lib/server/who'
console.log('operators of', who, ...process.argv.slice(2))`,
  'lib/commands/city.ts': "console.log('city')\n",
  'lib/commands/backup.ts': "console.log('backup')\n",
  'lib/reference/cli.ts': "console.log('reference')\n",
  'lib/server/who.ts': "export const who = 'sources'\n",
  'lib/sample/worker.ts': `import { answerRequests } from '@/lib/app/worker-thread/answer-requests'
import { who } from '@/lib/server/who'
answerRequests({ who: (greeting: string) => [greeting, who].join(' ') })`,
}
for (const [path, text] of Object.entries(sources)) await writeFile(join(root, path), text)

async function launch(args: readonly string[] = [], env = {}): Promise<string> {
  return run(['--max-semi-space-size=4', 'lib/server/launch.js', ...args], env)
}

async function run(all: readonly string[], env = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, MALLOC_ARENA_MAX: undefined, ...env } }
  return (await promisify(execFile)(process.execPath, all, options)).stdout.trim()
}

/** Of a worker thread; the path of its entry is not the server's. */
async function ask(): Promise<string> {
  const thread = createWorkerThread<{ who: (greeting: string) => string }>({
    root,
    source: 'lib/sample/worker.ts',
    heapMb: 64,
    timeLimitMs: 20_000,
    waitingMaximum: 1,
    waitMs: 1000,
  })
  return thread.request('who', 'hello').finally(thread.stop)
}

test('npm start and its worker threads run the bundle of these sources, and after an edit the sources themselves', async () => {
  expect([await launch(), await ask()]).toEqual(['hello sources', 'hello sources'])
  await bundleServer(root)
  const folder = bundleFolder(root)
  // Both entries share the module's file.
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.mjs'))) {
    const file = join(folder, name)
    await writeFile(file, (await readFile(file, 'utf8')).replace('"sources"', '"bundle"'))
  }
  expect([await launch(), await ask()]).toEqual(['hello bundle', 'hello bundle'])
  const command = await run(['lib/commands/kerbside.js', 'operators', 'list'])
  expect(command).toBe('operators of bundle list')
  await appendFile(join(root, 'lib/server/who.ts'), '// edited\n')
  expect([await launch(), await ask()]).toEqual(['hello sources', 'hello sources'])
}, 30_000)

test.skipIf(process.platform !== 'linux' || !('execve' in process))(
  'it starts with glibc’s thresholds, or those of the shell, and with the same arguments',
  async () => {
    expect(await launch(['--env'])).toBe('2 --max-semi-space-size=4')
    expect(await launch(['--env'], { MALLOC_ARENA_MAX: '' })).toBe('--max-semi-space-size=4')
  },
)
