// Our longest address, a map with every filter, stays below 2 KB.
const LONGEST_TARGET = 8_192

/**
 * The status for a request that is no use to anybody, null for all others. Next would answer some of these with 500
 * and a stack trace in the log: fetch's Request has no TRACE, and a path that cannot be decoded throws in a route.
 */
export function refusalOf(method: string, target: string): 400 | 405 | 414 | null {
  if (method === 'TRACE' || method === 'TRACK' || method === 'CONNECT') return 405
  if (!target.startsWith('/') && !(method === 'OPTIONS' && target === '*')) return 400
  if (target.length > LONGEST_TARGET) return 414
  const path = target.split('?', 1)[0] ?? ''
  // Pages and files are read, nothing else; Next would answer other methods with 500.
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && !path.startsWith('/api/')) return 405
  if (method === 'OPTIONS' && path.startsWith('/_next/')) return 405
  // Next would answer these with a redirect; no link of ours has them, and proxies read them in many ways.
  if (path.includes('//') || path.includes('\\')) return 400
  try {
    return decodeURIComponent(path).includes('\0') ? 400 : null
  } catch {
    return 400
  }
}
