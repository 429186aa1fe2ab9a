import { ProblemError } from '@/lib/api/contract/problem-error'
import { isLoopback } from '@/lib/app/settings/listen-address'

export type Origins = ReturnType<typeof createOrigins>

/**
 * Origins that may send requests.
 * @param origin null: any loopback address that the browser used
 */
export function createOrigins(origin: string | null) {
  function hostOf(request: Request): URL {
    const host = request.headers.get('host') ?? ''
    const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
    const isNamed = origin !== null && url?.hostname === new URL(origin).hostname
    if (!url || url.host !== host.toLowerCase() || !(isNamed || isLoopback(url.hostname)))
      throw new ProblemError('foreign-origin')
    return url
  }
  /** Origin by which the browser reaches Kerbside: `https://kerbside.example`. */
  const of = (request: Request) => origin ?? hostOf(request).origin
  return {
    of,
    /**
     * Refuses unknown host names: without sessions, DNS rebinding would make
     * another site's page one of ours.
     * @throws ProblemError foreign-origin
     */
    checkHost(request: Request): void {
      hostOf(request)
    },
    /**
     * Refuses pages of other sites; a change needs an Origin header.
     * @throws ProblemError foreign-origin
     * Source: https://www.w3.org/TR/fetch-metadata/, RFC 6454 §7
     */
    check(request: Request): void {
      const ours = of(request)
      const { headers, method } = request
      const sent = headers.get('origin')
      const site = headers.get('sec-fetch-site')
      if (sent !== null && sent !== ours) throw new ProblemError('foreign-origin')
      const isRead = method === 'GET' || method === 'HEAD'
      if (site !== null && site !== 'same-origin' && !(isRead && site === 'none'))
        throw new ProblemError('foreign-origin')
      if (!isRead && sent === null) throw new ProblemError('foreign-origin')
    },
  }
}
