import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadCommands } from './load-main'

const SCRIPT = fileURLToPath(new URL('./load-main.ts', import.meta.url))

export type LoadProcess = LoadCommands & { close(): void }

/** Starts the dispatchers' process; it takes one command at a time. */
export function openLoadProcess(): LoadProcess {
  const child = fork(SCRIPT, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const ask = (name: string, options: unknown) =>
    new Promise((resolve, reject) => {
      const exited = () => reject(new Error('The dispatchers’ process ended'))
      child.once('exit', exited)
      child.once('message', (message) => {
        child.off('exit', exited)
        const { result, error } = message as { result: unknown; error?: string }
        if (error) reject(new Error(error))
        else resolve(result)
      })
      child.send({ name, options })
    })
  const close = () => child.kill()
  return new Proxy({} as LoadProcess, {
    get: (_, name) => (name === 'close' ? close : (options: unknown) => ask(String(name), options)),
  })
}
