import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHORT_LIVED } from '@/lib/testing/short-lived.js'
import { copyStoreTemplate } from '@/lib/testing/store-template'

const ROOT = join(import.meta.dirname, '..', '..')
/** What `npm start` gives to Node: without `exec node`. */
const START: readonly string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(2)
// A build may come first, when a test is run on its own.
const START_MS = 180_000
const STOP_MS = 15_000

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

interface StartOptions {
  /** Of the project. */
  readonly folder?: string
  readonly args?: readonly string[]
  /** Of Node. */
  readonly nodeArguments?: readonly string[]
  /** Runs the command itself, and signals npm. */
  readonly isByNpm?: boolean
}

export type StartedProcess = ReturnType<typeof startProcess>

/**
 * `npm start` as a process of its own: on a free port of 127.0.0.1, independent of the shell and
 * `.env`: every variable of `.env.example` is emptied, then `env` is applied. Unless `env` names a
 * store, it gets an empty one in a folder that is removed at its end: `.data` is the developer's.
 */
export function startProcess(
  env: Readonly<Record<string, string>> = {},
  { folder = ROOT, args = [], nodeArguments = [], isByNpm = false }: StartOptions = {},
) {
  const data = join(tmpdir(), `kerbside-data-${randomUUID()}`)
  const isStored = env.KERBSIDE_AUTH === 'on' || env.SERVICE_BASE_URL !== undefined
  const opensStore = isStored && !env.DATABASE_URL && !env.KERBSIDE_DATA
  if (opensStore) copyStoreTemplate(data)
  // In the process group of the tests, so that it ends with them.
  const command = isByNpm ? 'npm' : process.execPath
  const commandArguments = isByNpm ? ['start'] : [...nodeArguments, ...START, ...args]
  const child = spawn(command, commandArguments, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      ...emptied(),
      PORT: '0',
      KERBSIDE_DATA: data,
      ...demo(env),
      ...env,
    },
  })
  let output = ''
  const url = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Not started after ${START_MS} ms:\n${output}`)),
      START_MS,
    )
    const read = (chunk: Buffer) => {
      output += chunk
      const address = output.match(/^Open (http:\S+)$/m)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', () => {
      clearTimeout(timer)
      reject(new Error(`Ended before it started:\n${output}`))
    })
  })
  // A caller that only waits for the exit does not handle it.
  url.catch(() => {})
  let ended: Exit | null = null
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      ended = { code, signal }
      rmSync(data, { recursive: true, force: true })
      resolve(ended)
    })
  })
  return {
    pid: child.pid ?? -1,
    /** Of both streams, so far. */
    output: () => output,
    /** The address that it printed. @throws Error with its output when it ends first */
    url,
    exit,
    /** Null while it runs. */
    ended: () => ended,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Gracefully; by force after 15 s. */
    async stop() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      const ended = await exit
      clearTimeout(force)
      return ended
    },
  }
}

/** The same for a browser test, whose times are not those of `npm start`. */
export function startForTest(
  env?: Readonly<Record<string, string>>,
  options?: Omit<StartOptions, 'nodeArguments'>,
) {
  return startProcess(env, { ...options, nodeArguments: SHORT_LIVED })
}

/** Tests without a service know the invented town by its positions. */
function demo({
  SERVICE_BASE_URL,
  REFERENCE_FLEET,
}: Readonly<Record<string, string>>): Record<string, string> {
  return SERVICE_BASE_URL || REFERENCE_FLEET ? {} : { REFERENCE_CENTRE: '51.509865,-0.118092' }
}

function emptied(): Record<string, string> {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const names = [...example.matchAll(/^# ?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '')
  return Object.fromEntries(
    names.filter((name) => !name.startsWith('NODE_')).map((name) => [name, '']),
  )
}
