import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { clientAddress } from '@/lib/api/http/client-ip'
import { findRoute } from '@/lib/api/table'
import type { Auth } from '@/lib/auth/compose'
import { pageRedirect } from '@/lib/auth/page-gate'
import { isSignIn } from './anonymous-queue'

export interface Admission {
  /** Null where sign-in is disabled. */
  readonly auth: () => Promise<Auth | null>
  readonly trustedProxies: BlockList | null
}

const RESERVED_FOR_NEXT = ['x-middleware-subrequest', 'x-middleware-prefetch']

/** Sets the trusted client-IP header; strips headers reserved for Next. */
export function setClientIpHeader(request: IncomingMessage, { trustedProxies }: Admission): void {
  const { headers, socket } = request
  const forwarded = headers['x-forwarded-for'] ?? []
  const forwardedFor = [forwarded].flat().join(',')
  const address = clientAddress(socket.remoteAddress, forwardedFor, trustedProxies)
  headers[CLIENT_IP_HEADER] = address
  for (const name of RESERVED_FOR_NEXT) {
    delete headers[name]
  }
}

/**
 * Whether a request is to take its turn: it carries no session of ours, and is no probe. A sign-in
 * always is: the cookie of an ended session must not open more hashes at once.
 */
export async function needsTurn(request: IncomingMessage, admission: Admission) {
  const { url = '' } = request
  if (isProbe(url)) return false
  const open = await openAuth(admission)
  if (open === null) return false
  if (isSignIn(url)) return true
  const headers = authHeaders(request)
  const { authorization } = request.headers
  if (authorization) headers.set('authorization', authorization)
  return !open.carriesSession(headers)
}

/** @returns false when it was answered with a redirect to the sign-in page */
export async function redirectUnauthenticated(
  request: IncomingMessage,
  response: ServerResponse,
  admission: Admission,
): Promise<boolean> {
  const open = await openAuth(admission)
  if (!open) return true
  const target = request.url ?? '/'
  const location = await pageRedirect(open, target, authHeaders(request))
  if (location === null) return true
  response.writeHead(303, { location, 'cache-control': 'no-store' })
  response.end()
  return false
}

/** Null also while the database is away: pages contain no data, and say so themselves. */
async function openAuth({ auth }: Admission): Promise<Auth | null> {
  return auth().catch((error: unknown) => {
    if (error instanceof Error && 'query' in error) return null
    throw error
  })
}

function authHeaders({ headers }: IncomingMessage): Headers {
  const address = String(headers[CLIENT_IP_HEADER] ?? '')
  const kept = new Headers({ [CLIENT_IP_HEADER]: address })
  if (headers.cookie) kept.set('cookie', headers.cookie)
  return kept
}

function isProbe(target: string): boolean {
  const path = target.split('?', 1)[0] ?? ''
  const route = findRoute(path)
  return route?.methods.GET?.rules.isProbe ?? false
}
