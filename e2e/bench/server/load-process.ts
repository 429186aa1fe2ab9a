import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadCommands } from './load-commands'

const SCRIPT = fileURLToPath(new URL('./load-main.ts', import.meta.url))

export interface LoadProcess extends LoadCommands {
  close(): void
}

/** Starts the dispatchers' process; it takes one command at a time. */
export function openLoadProcess(): LoadProcess {
  const child = fork(SCRIPT, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const send =
    <Name extends keyof LoadCommands>(name: Name) =>
    (options: Parameters<LoadCommands[Name]>[0]) =>
      ask<Awaited<ReturnType<LoadCommands[Name]>>>(child, { name, options })
  return {
    watch: send('watch'),
    deltas: send('deltas'),
    leave: send('leave'),
    flood: send('flood'),
    openEach: send('openEach'),
    load: send('load'),
    close: () => child.kill(),
  } as LoadProcess
}

function ask<T>(child: ChildProcess, command: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const exited = () => reject(new Error('The dispatchers’ process ended'))
    child.once('exit', exited)
    child.once('message', (message) => {
      child.off('exit', exited)
      const { result, error } = message as { result: T; error?: string }
      if (error) reject(new Error(error))
      else resolve(result)
    })
    child.send(command)
  })
}
