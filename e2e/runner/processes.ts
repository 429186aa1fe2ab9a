import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
let interrupted = false

export interface Ended {
  /** Null when it could not be started, or a signal ended it. */
  code: number | null
  timedOut: boolean
}

/** Starts a command as the head of a process group, so that it can be ended with all that it starts. */
function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Runs a command to its end, or for `timeoutMs`. Never resolves after an interrupt: nothing more is to begin. */
export function runGroup(
  command: string,
  args: readonly string[],
  { timeoutMs, ...options }: SpawnOptions & { timeoutMs: number },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = startGroup(command, args, options)
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      signalGroup(child, 'SIGKILL')
    }, timeoutMs)
    const end = (code: number | null) => {
      clearTimeout(timer)
      if (!interrupted) resolve({ code, timedOut })
    }
    child.once('error', () => end(null))
    child.once('exit', end)
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone already.
  }
}

/** A terminal's Ctrl-C does not reach groups of their own: it is handed on, then made sure of. */
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
