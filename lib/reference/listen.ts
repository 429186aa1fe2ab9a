import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = Awaited<ReturnType<typeof serve>>

/**
 * @param port 0 takes any free one
 * @throws NodeJS.ErrnoException EADDRINUSE, EACCES, ENOTFOUND, … when it cannot listen there
 */
export async function serve(
  handler: (request: Request) => Promise<Response>,
  { host = '127.0.0.1', port = 0 }: { host?: string; port?: number } = {},
) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    respond(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close() {
      return new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function respond(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming)
  const response = request === null ? plain(400) : await handler(request).catch(() => plain(500))
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(
    response.status,
    [...response.headers, ['content-length', String(body.length)]].flat(),
  )
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

/**
 * @returns null for a target that is no path, and for methods that fetch forbids (TRACE, CONNECT)
 */
function toRequest(incoming: IncomingMessage): Request | null {
  const { url: target = '', method, headersDistinct } = incoming
  if (!target.startsWith('/')) return null
  try {
    const headers = new Headers()
    for (const [name, values] of Object.entries(headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value)
    }
    // Joined as text: `//other/path` resolved as a reference would name another host.
    return new Request(new URL(`http://localhost${target}`), { method, headers })
  } catch {
    return null
  }
}

function plain(status: 400 | 500): Response {
  const text = status === 400 ? 'The request cannot be read\n' : 'The service failed\n'
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
