import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type RequestOptions,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createNetworkSend, type Send } from '@/lib/upstream/http/network'
import { TIMEOUTS, type Timeouts } from '@/lib/upstream/http/time-limit'
import { createTransport, type TransportOptions } from '@/lib/upstream/http/transport'
import { createServiceClient, type ServiceOptions } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'

export type TestServer = Awaited<ReturnType<typeof listen>>

/** A server on a real socket, which ends with `await using`. */
export async function listen(listener: RequestListener) {
  /** Targets of the requests that arrived. */
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Sends a request on a connection of its own, with its path as it is written:
 * fetch would normalise it.
 */
export function sendRaw(
  url: string,
  { body, ...options }: RequestOptions & { body?: Buffer | string } = {},
) {
  type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }
  return new Promise<Answer>((resolve, reject) => {
    send(url, { agent: false, ...options }, async (answer) => {
      const { statusCode: status, headers } = answer
      resolve({ status, headers, body: Buffer.concat(await answer.toArray()) })
    })
      .once('error', reject)
      .end(body)
  })
}

export const KEY = 'canary+key/4711=='

/** A client over real sockets. */
export function clientOf(
  baseUrl: string,
  {
    onOutcome,
    send,
    ...more
  }: Partial<TransportOptions & Pick<ServiceOptions, 'onOutcome' | 'observer' | 'vehicles'>> = {},
) {
  const transport = createTransport({
    send: send ?? createNetworkSend(more.timeouts),
    baseUrl,
    key: fixedKey(KEY),
    ...more,
  })
  return createServiceClient({
    transport,
    onOutcome,
    now: more.now,
    observer: more.observer,
    vehicles: more.vehicles,
  })
}

export const shortTimeouts = (short: Partial<Timeouts>): Timeouts => ({ ...TIMEOUTS, ...short })

/** The UpstreamError a call fails with; a call that succeeds or fails otherwise fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  )
  if (error instanceof UpstreamError) return error
  throw error
}

/** A service with one fixed answer, and the requests that it received. */
export function answering(answer: () => Response): { send: Send; asked: Request[] } {
  const asked: Request[] = []
  return {
    asked,
    send: async (request) => {
      asked.push(request)
      return answer()
    },
  }
}
