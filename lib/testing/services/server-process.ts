import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type RealServer = Awaited<ReturnType<typeof startServer>>

// Debian has servers in folders of root's PATH, and PostgreSQL in folders by
// version, newest first here.
const FOLDERS = [
  ...Array.from({ length: 10 }, (_, index) => `/usr/lib/postgresql/${22 - index}/bin`),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
]
/** Debian's packages that are not named like their command. */
const PACKAGES: Readonly<Record<string, string>> = { postgres: 'postgresql' }

/** @returns the path of a program, null when it is not installed */
export function findCommand(command: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS]
  return folders.map((folder) => join(folder, command)).find(existsSync) ?? null
}

// PostgreSQL does not run as root.
const NOBODY = 65_534
export const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Whether tests may use it. Outside CI they are skipped where it is not installed. */
export function haveServer(command: string): boolean {
  if (findCommand(command)) return true
  if (process.env.CI) return true
  process.stdout.write(
    `${command} is not installed here, its tests are skipped: ${remedyOf(command)}\n`,
  )
  return false
}

export function commandPath(command: string): string {
  const path = findCommand(command)
  if (!path) throw new Error(`${command} is not installed: ${remedyOf(command)}`)
  return path
}

const remedyOf = (command: string) => `sudo apt-get install ${PACKAGES[command] ?? command}`

/** A folder that the server may write. */
export async function serverFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `kerbside-${name}-`))
  if (asNobody.uid) await chown(folder, asNobody.uid, asNobody.gid)
  return folder
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface ServerCommand {
  path: string
  folder: string
  /** For a port. */
  args(port: number): string[]
  url(port: number): string
  /** Signal of a fast, clean shutdown. */
  stopSignal: NodeJS.Signals
  killSignal: NodeJS.Signals
  /** Whether it answers in its own protocol: the port may be another program's. */
  answers(port: number): Promise<boolean>
}

/** A server on a free loopback port that a test can stop and restart. */
export async function startServer(command: ServerCommand) {
  const port = await freePort()
  let child = await run(command, port)
  return {
    url: command.url(port),
    /** Its data stays for the next start. */
    stop: () => end(child, command.stopSignal),
    /** As a power cut would. */
    kill: () => end(child, command.killSignal),
    /** On the same port. */
    async start() {
      child = await run(command, port)
    },
    /** Its port accepts connections, and nothing answers. */
    pause: () => signalAll(child, 'SIGSTOP'),
    resume: () => signalAll(child, 'SIGCONT'),
    /** Stops it and deletes its data. */
    async remove() {
      signalAll(child, 'SIGCONT')
      await end(child, command.stopSignal)
      await rm(command.folder, { recursive: true, force: true })
    },
  }
}

async function run(
  { path, folder, args, answers }: ServerCommand,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(path, args(port), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asNobody,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  // An interrupted test run leaves no server behind.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${path} ended before it answered:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return child
}

/** Signals its children too: PostgreSQL has a process per connection, which outlives the first. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  child.kill(signal)
  const list = `/proc/${child.pid}/task/${child.pid}/children`
  // Without /proc, as on macOS, only the first process is signalled.
  const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ') : []
  for (const pid of children.map(Number).filter(Boolean)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

/** Sends bytes. @returns whether the beginning of the answer is the expected one */
export function replies(port: number, request: Uint8Array, isAnswer: (chunk: Buffer) => boolean) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    const tell = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.setTimeout(1000, () => tell(false))
    socket.once('data', (chunk) => tell(isAnswer(chunk)))
    socket.once('error', () => tell(false))
    socket.once('end', () => tell(false))
  })
}
