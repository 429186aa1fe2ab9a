import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAccess } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { answerTile } from '@/lib/server/before-next/answer-tile'
import { rejectMalformed } from '@/lib/server/reject-malformed'
import { apiOver } from '@/lib/testing/api'

export const STORED_TILE = Buffer.from('1f8b0800', 'hex')

interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Refusals, tiles of the version v1 (none where x is 1), and 299 in place of Next.
 * @param cookie the one that tiles are answered to; without it to everyone
 */
export async function openTileServer(cookie?: string) {
  const archive = {
    version: 'v1',
    contentType: 'application/vnd.mapbox-vector-tile',
    contentEncoding: 'gzip' as const,
    tile: async ({ x }: { x: number }) => (x === 1 ? null : new Uint8Array(STORED_TILE).buffer),
  }
  const access: typeof openAccess = {
    ...openAccess,
    authorize: async (asked, ...rest) => {
      if (cookie && asked.headers.get('cookie') !== cookie) throw new AccessError('session-required')
      return openAccess.authorize(asked, ...rest)
    },
  }
  const mapTile = apiOver({ mapArchive: async () => archive, access: async () => access })
  const server = createServer(async (asked, answer) => {
    const refusal = rejectMalformed(asked.method ?? '', asked.url ?? '')
    if (refusal) answer.writeHead(refusal).end()
    else if (!(await answerTile(asked, answer, mapTile))) answer.writeHead(299).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (path: string, options: RequestOptions = {}) =>
    new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
      request({ port, path, agent: false, ...options }, async (answer) => {
        resolve({ answer, body: Buffer.concat(await answer.toArray()) })
      })
        .once('error', reject)
        .end()
    })
  return { server, ask }
}
