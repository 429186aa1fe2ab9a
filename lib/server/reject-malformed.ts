import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

// Kerbside's longest address, a map with every filter, stays below 2 KB.
const LONGEST_TARGET = 8_192
const NEVER_ALLOWED = ['TRACE', 'TRACK', 'CONNECT']

/**
 * The status for a malformed request, null for all others. Next would answer some of these with
 * 500 and a stack trace in the log: fetch's Request has no TRACE, and a path that cannot be
 * decoded throws in a route.
 */
export function rejectMalformed(
  method: string,
  target: string,
  headers: IncomingHttpHeaders = {},
  { dev } = { dev: false },
): 400 | 404 | 405 | 414 | null {
  if (NEVER_ALLOWED.includes(method)) return 405
  if (method === 'OPTIONS' && target === '*') return 405
  if (!target.startsWith('/')) return 400
  if (target.length > LONGEST_TARGET) return 414
  const path = target.split('?', 1)[0] ?? ''
  // Pages and files are only read; Next would answer other methods with 500, its
  // development overlay takes POST.
  const isRead = method === 'GET' || method === 'HEAD'
  const isApi = path.startsWith('/api/')
  const isOverlay = dev && path.startsWith('/__nextjs_')
  const mayWrite = isApi || isOverlay
  if (!isRead && !mayWrite) return 405
  // Next would answer these with a redirect; no link of Kerbside has them, and proxies
  // disagree on their meaning.
  if (path.includes('//') || path.includes('\\')) return 400
  if (!isRouterState(headers['next-router-state-tree'])) return 400
  try {
    const decoded = decodeURIComponent(path)
    if (decoded.includes('\0')) return 400
    // Next's page for unhandled errors answers 500 even when asked for directly.
    return decoded === '/_global-error' ? 404 : null
  } catch {
    return 400
  }
}

/**
 * Whether a request names more than one host: Node takes the first header, where a proxy before it
 * may have taken another. A proxy that joins two writes `a, b`. Source: RFC 9112 §3.2
 * @param rawHeaders names and values in turn, as Node received them
 */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  const hosts = rawHeaders.filter((_, at) => {
    const isValue = at % 2 === 1
    return isValue && isHost(rawHeaders[at - 1])
  })
  return hosts.length > 1 || hosts.some((host) => host.includes(','))
}

const isHost = (name: string | undefined): boolean => name?.toLowerCase() === 'host'

const PARAMETER_TYPES = [
  ...['c', 'oc', 'd'],
  ...['c', 'd'].flatMap((type) =>
    ['(.)', '(..)', '(...)', '(..)(..)'].map((level) => `${type}i${level}`),
  ),
]

const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(PARAMETER_TYPES), z.array(z.string()).nullable()]),
])

const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().optional(),
  ]),
)

const LONGEST = 40_000

/**
 * Whether Next can read a `next-router-state-tree` header: it answers 500 to one that it cannot.
 * Next's own check is private; router-state.test.ts compares the two.
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true
  if (Array.isArray(header) || header.length > LONGEST) return false
  try {
    const value: unknown = JSON.parse(decodeURIComponent(header))
    return state.safeParse(value).success
  } catch {
    return false
  }
}
