import { isLoopback } from '@/lib/config/loopback'
import { AccessError } from './access-error'

/** Which pages may ask. */
export interface Origins {
  /**
   * Another site's page gets nothing, and a change has to come from a page of ours in so many words.
   * @throws AccessError foreign-origin
   * Source: https://www.w3.org/TR/fetch-metadata/, RFC 6454 §7
   */
  check(request: Request): void
  /**
   * For where no session tells a page of ours from one whose name leads here (DNS rebinding).
   * @throws AccessError foreign-origin
   */
  checkHost(request: Request): void
  /** Where a request's browser reaches Kerbside: `https://kerbside.example`. */
  of(request: Request): string
}

/** @param origin null: whatever loopback address the browser used */
export function createOrigins(origin: string | null): Origins {
  function hostOf(request: Request): URL {
    const host = request.headers.get('host') ?? ''
    const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
    const isNamed = origin !== null && url?.hostname === new URL(origin).hostname
    if (!url || url.host !== host.toLowerCase() || !(isNamed || isLoopback(url.hostname)))
      throw new AccessError('foreign-origin')
    return url
  }
  const of = (request: Request) => origin ?? hostOf(request).origin
  return {
    of,
    checkHost(request) {
      hostOf(request)
    },
    check(request) {
      const ours = of(request)
      const { headers, method } = request
      const asked = headers.get('origin')
      const site = headers.get('sec-fetch-site')
      if (asked !== null && asked !== ours) throw new AccessError('foreign-origin')
      const isRead = method === 'GET' || method === 'HEAD'
      if (site !== null && site !== 'same-origin' && !(isRead && site === 'none')) {
        throw new AccessError('foreign-origin')
      }
      if (!isRead && asked === null) throw new AccessError('foreign-origin')
    },
  }
}
