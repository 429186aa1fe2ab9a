import { Agent, request } from 'node:http'
import type { Answers, LoadCommands } from './load-commands'

const TIMEOUT_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

class Tally {
  readonly #ms: number[] = []
  readonly #failures: Record<string, number> = {}
  #bytes = 0

  async count(work: Promise<string>): Promise<string | null> {
    const startMs = performance.now()
    try {
      const body = await work
      this.#ms.push(performance.now() - startMs)
      this.#bytes += Buffer.byteLength(body)
      return body
    } catch (error) {
      const { message } = error as Error
      this.#failures[message] = (this.#failures[message] ?? 0) + 1
      return null
    }
  }

  get answers(): Answers {
    return { ms: this.#ms, bytes: this.#bytes, failures: this.#failures }
  }
}

/**
 * Retries on a new connection when the server has just closed a kept-alive one, as browsers do.
 * @returns the body
 * @throws Error with the status or the error's code when it was not answered with 200
 */
function get(port: number, path: string, headers: Record<string, string> = {}): Promise<string> {
  return getOnce(port, path, headers, agent).catch((error: Error) => {
    if (error instanceof GivenUp) return getOnce(port, path, headers, false)
    throw error
  })
}

class GivenUp extends Error {}

function getOnce(
  port: number,
  path: string,
  headers: Record<string, string>,
  through: Agent | false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, agent: through, timeout: TIMEOUT_MS }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString())
        else reject(new Error(String(response.statusCode)))
      })
      response.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isGivenUp = sent.reusedSocket && code === 'ECONNRESET'
      reject(isGivenUp ? new GivenUp(code) : new Error(code ?? message))
    })
    sent.end()
  })
}

export const load: LoadCommands['load'] = async ({ port, paths, perSecond, seconds }) => {
  const tally = new Tally()
  const startMs = performance.now()
  const open: Promise<unknown>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    // Scheduled by the clock: a slow answer must not delay later requests.
    const dueMs = startMs + (n * 1000) / perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    open.push(tally.count(get(port, paths[n % paths.length] ?? '/')))
  }
  await Promise.all(open)
  return tally.answers
}
