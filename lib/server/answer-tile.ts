import type { IncomingMessage, ServerResponse } from 'node:http'
import { routeTemplate } from '@/lib/server/route-template'

const BASE = 'http://kerbside.invalid'
const TILE = '/map/{version}/{z}/{x}/{y}'

/**
 * Answers tiles without Next, whose router takes most of their time.
 * @returns false for other addresses
 */
export async function answerTile(
  request: IncomingMessage,
  response: ServerResponse,
  mapTile: (request: Request) => Promise<Response>,
): Promise<boolean> {
  const { method, url = '' } = request
  if (!url.startsWith('/map/')) return false
  // Normalised as Next does it: `/map/a/b/../lookup` is a page.
  if (routeTemplate(new URL(url, BASE).pathname) !== TILE) return false
  const answer = await mapTile(new Request(BASE + url, { method, headers: headersOf(request) }))
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.writeHead(answer.status)
  if (answer.body === null || method === 'HEAD') response.end()
  else response.end(new Uint8Array(await answer.arrayBuffer()))
  return true
}

function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}
