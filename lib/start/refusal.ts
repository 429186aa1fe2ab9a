/**
 * The status for a request that is no use to anybody, null for all others. Next would answer some of these with 500
 * and a stack trace in the log: fetch's Request has no TRACE, and a path that cannot be decoded throws in a route.
 */
export function refusalOf(method: string, target: string): 400 | 405 | null {
  if (method === 'TRACE' || method === 'TRACK' || method === 'CONNECT') return 405
  if (!target.startsWith('/') && !(method === 'OPTIONS' && target === '*')) return 400
  try {
    const path = target.split('?', 1)[0] ?? ''
    return decodeURIComponent(path).includes('\0') ? 400 : null
  } catch {
    return 400
  }
}
