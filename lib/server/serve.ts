import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { ConfigError } from '@/lib/app/settings/config-error'
import { type Address, isLoopback, listenFault } from '@/lib/app/settings/listen-address'
import { answerWebhook, type WebhookReceiver } from '@/lib/webhooks/answer-webhook'
import { logAccess, type Observers } from './access-log'
import { createAnonymousQueue } from './anonymous-queue'
import { createBuildFileAnswer } from './answer-build-file'
import { answerTile } from './answer-tile'
import {
  type Admission,
  needsTurn,
  redirectUnauthenticated,
  setClientIpHeader,
} from './auth-redirect'
import { hasSeveralHosts, rejectMalformed } from './reject-malformed'
import { routeTemplate } from './route-template'
import { type SecurityOptions, secure } from './security-headers'
import { stopServer, trackResponses } from './stop'

interface NextServer {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** @returns false for what is no script or style of the build */
  readonly answerFile: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

const GRACE_MS = 3_000

export interface ServerOptions extends SecurityOptions, Observers, Admission {
  /**
   * Why no address may be taken that other machines reach, such as by a name like
   * `localhost`; null: any may.
   */
  readonly loopbackOnly: string | null
  readonly mapTile: (request: Request) => Promise<Response>
  readonly webhooks: () => Promise<WebhookReceiver | null>
}

/**
 * The HTTP server around Next's request handler;
 * docs/decisions/010-own-server-around-next.md has the reasons. Listens at once, so that a
 * port in use is reported before a build. @throws ConfigError
 */
export async function openServer(address: Address, options: ServerOptions) {
  const { dev } = options
  let setReady!: (next: NextServer) => void
  const ready = new Promise<NextServer>((resolve) => {
    setReady = resolve
  })
  const inTurn = createAnonymousQueue()
  const server = createServer(async (request, response) => {
    logAccess(request, response, options)
    secure(request, response, options)
    setClientIpHeader(request, options)
    await answer(await ready, inTurn, request, response, options)
  })
  const open = trackResponses(server)
  let closeNext = async () => {}
  const hotReloads = new Set<Duplex>()
  const taken = { host: address.host, port: await listen(server, address, options) }
  return {
    address: taken as Address,
    /** Requests wait until this is done. */
    async prepare(root: string): Promise<void> {
      // Loaded late: React reads NODE_ENV when it is loaded.
      const { default: next } = await import('next')
      // Next never ends a connection that asks for an upgrade: without a listener of ours
      // Node answers it as a request.
      const httpServer = createServer()
      if (dev) {
        server.on('upgrade', (request, socket, head) => {
          hotReloads.add(socket)
          if (request.url?.startsWith('/_next/hmr'))
            httpServer.emit('upgrade', request, socket, head)
          else socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
        })
      }
      const app = next({ dev, dir: root, hostname: taken.host, port: taken.port, httpServer })
      await app.prepare()
      closeNext = () => app.close()
      const handle = app.getRequestHandler()
      const answerFile = dev
        ? async () => false
        : createBuildFileAnswer(join(root, '.next', 'static'))
      setReady({ handle, answerFile })
    },
    async stop(): Promise<void> {
      // Upgraded connections are no longer the server's to close, and it would wait for them.
      for (const socket of hotReloads) socket.destroy()
      await stopServer(server, open, GRACE_MS)
      await closeNext()
    },
  }
}

function listen(server: Server, address: Address, { loopbackOnly }: ServerOptions) {
  return new Promise<number>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(address, error)))
    server.listen(address.port, address.host, () => {
      const taken = server.address() as AddressInfo
      if (!loopbackOnly || isLoopback(taken.address)) return resolve(taken.port)
      server.close()
      reject(
        new ConfigError(
          `HOST=${address.host} is ${taken.address} here, which other machines reach: ${loopbackOnly} use 127.0.0.1`,
        ),
      )
    })
  })
}

type Options = Admission & ServerOptions

async function answer(
  next: NextServer,
  inTurn: ReturnType<typeof createAnonymousQueue>,
  request: IncomingMessage,
  response: ServerResponse,
  options: Options,
): Promise<void> {
  const { method = '', url = '' } = request
  try {
    if (hasSeveralHosts(request.rawHeaders)) return refuse(response, 400)
    if (await answerWebhook(request, response, options.webhooks)) return
    const refusal = rejectMalformed(method, url, request.headers, options)
    if (refusal) return refuse(response, refusal)
    // The error overlay of Next's development server.
    if (options.dev && url.startsWith('/__nextjs_')) return await next.handle(request, response)
    if (await answerTile(request, response, options.mapTile)) return
    if (await next.answerFile(request, response)) return
    const work = async () => {
      if (await redirectUnauthenticated(request, response, options))
        await next.handle(request, response)
    }
    if (await needsTurn(request, options)) await inTurn(request, response, work)
    else await work()
  } catch (error) {
    options.log('error', {
      event: 'internal',
      method,
      route: routeTemplate(url),
      message: String(error),
    })
    if (response.headersSent) response.destroy()
    else refuse(response, 500)
  }
}

function refuse(response: ServerResponse, status: number): void {
  const text = {
    400: 'Bad request',
    404: 'Not found',
    405: 'Method not allowed',
    414: 'Address too long',
    500: 'Internal server error',
  }[status]
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${text}\n`)
}
