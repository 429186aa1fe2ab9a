import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
let interrupted = false

export interface Ended {
  /** Null when it could not be started, or a signal ended it. */
  code: number | null
  timedOut: boolean
  /** Output to pipes, both streams as they came. */
  output: string
}

/** Starts a command as leader of a process group, so that it can be ended with its descendants. */
function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Runs a command to its end, or for `timeoutMs`. Never resolves after an interrupt, so that nothing else starts. */
export function runGroup(
  command: string,
  args: readonly string[],
  { timeoutMs, ...options }: SpawnOptions & { timeoutMs: number },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = startGroup(command, args, options)
    let timedOut = false
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    const timer = setTimeout(() => {
      timedOut = true
      signalGroup(child, 'SIGKILL')
    }, timeoutMs)
    const end = (code: number | null) => {
      clearTimeout(timer)
      if (!interrupted) resolve({ code, timedOut, output })
    }
    child.once('error', () => end(null))
    // After `exit`, when the pipes are read to their end.
    child.once('close', end)
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

/** Forwards Ctrl-C, which does not reach separate process groups; kills remaining processes after 2 s. */
export function endGroupsOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted) return
      interrupted = true
      const children = [...running]
      for (const child of children) signalGroup(child, 'SIGTERM')
      setTimeout(() => {
        for (const child of children) signalGroup(child, 'SIGKILL')
        process.exit(130)
      }, 2000)
    })
  }
}
