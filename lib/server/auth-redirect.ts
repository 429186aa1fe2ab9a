import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { clientAddress } from '@/lib/api/http/client-ip'
import type { Auth } from '@/lib/auth/auth'
import { pageRedirect } from '@/lib/auth/sessions/page-gate'

export interface Admission {
  /** Null where sign-in is disabled. */
  readonly auth: () => Promise<Auth | null>
  readonly trustedProxies: BlockList | null
}

const RESERVED_FOR_NEXT = ['x-middleware-subrequest', 'x-middleware-prefetch']

/** Sets the trusted client-IP header; strips headers reserved for Next. */
export function setClientIpHeader(
  request: IncomingMessage,
  { trustedProxies }: Pick<Admission, 'trustedProxies'>,
): void {
  const { headers, socket } = request
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
  headers[CLIENT_IP_HEADER] = clientAddress(socket.remoteAddress, forwardedFor, trustedProxies)
  for (const name of RESERVED_FOR_NEXT) delete headers[name]
}

/** @returns false when it was answered with a redirect to the sign-in page */
export async function redirectUnauthenticated(
  request: IncomingMessage,
  response: ServerResponse,
  { auth }: Pick<Admission, 'auth'>,
): Promise<boolean> {
  // Pages contain no data, and say themselves that the database is away.
  const open = await auth().catch((error: unknown) => {
    if (error instanceof Error && 'query' in error) return null
    throw error
  })
  if (!open) return true
  const headers = new Headers({
    [CLIENT_IP_HEADER]: String(request.headers[CLIENT_IP_HEADER] ?? ''),
  })
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  const location = await pageRedirect(open, request.url ?? '/', headers)
  if (location === null) return true
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
  return false
}
