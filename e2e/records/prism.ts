import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const DOCUMENT = join(import.meta.dirname, '..', '..', 'public', 'service.openapi.json')
const require = createRequire(import.meta.url)
const START_MS = 60_000
const STOP_MS = 5_000

/** The OpenAPI document served by Prism: an independent upstream. */
export interface Prism {
  readonly url: string
  stop(): Promise<void>
}

/** @throws Error with its output when it does not listen within a minute */
export async function startPrism(): Promise<Prism> {
  const command = require.resolve('@stoplight/prism-cli')
  // --errors refuses requests that the document does not allow.
  const options = ['--errors', '--multiprocess', 'false', '--host', '127.0.0.1', '--port', '0']
  const args = [command, 'mock', ...options, DOCUMENT]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`Prism did not start:\n${output}`))
    const timer = setTimeout(fail, START_MS)
    child.once('close', fail)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        const address = output.match(/is listening on (http:\S+)/)?.[1]
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await closed
      clearTimeout(force)
    },
  }
}
