import type { IncomingHttpHeaders } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'

// Our longest address, a map with every filter, stays below 2 KB.
const LONGEST_TARGET = 8_192

/**
 * The status for a request that is no use to anybody, null for all others. Next would answer some of these with 500
 * and a stack trace in the log: fetch's Request has no TRACE, and a path that cannot be decoded throws in a route.
 */
export function rejectMalformed(
  method: string,
  target: string,
  headers: IncomingHttpHeaders = {},
): 400 | 404 | 405 | 414 | null {
  if (method === 'TRACE' || method === 'TRACK' || method === 'CONNECT') return 405
  if (method === 'OPTIONS' && target === '*') return 405
  if (!target.startsWith('/')) return 400
  if (target.length > LONGEST_TARGET) return 414
  const path = target.split('?', 1)[0] ?? ''
  // Pages and files are read, nothing else; Next would answer other methods with 500.
  if (method !== 'GET' && method !== 'HEAD' && !path.startsWith('/api/')) return 405
  // Next would answer these with a redirect; no link of ours has them, and proxies read them in many ways.
  if (path.includes('//') || path.includes('\\')) return 400
  if (!isRouterState(headers['next-router-state-tree'])) return 400
  try {
    const decoded = decodeURIComponent(path)
    if (decoded.includes('\0')) return 400
    // Next's page for when all else fails, which is a 500 also where nothing did.
    return decoded === '/_global-error' ? 404 : null
  } catch {
    return 400
  }
}

// What a page of ours says it shows already; Next's own reading of it, which it would answer with 500.
function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}
