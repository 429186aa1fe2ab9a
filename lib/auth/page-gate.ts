import { signInPage } from '@/lib/api/contract/pages'
import { isProblemError } from '@/lib/api/contract/problem-error'
import type { Sessions } from '@/lib/auth/sessions/sessions'

/**
 * Pages without a session, static files, addresses that lead elsewhere (next.config.js), and
 * routes, which check the session themselves.
 */
const PUBLIC =
  /^\/(sign-in|recording|set-up|invitation|reset-password|_next\/static\/.*|icon\.svg|apple-icon\.png|icons\/[\w-]+\.png|manifest\.webmanifest|favicon\.ico|api|api\/.*|map\/[^/]+\/[^/]+\/[^/]+\/[^/]+)$/

/**
 * Redirect of a page request without a session; null when the page may be served. A courtesy only:
 * pages contain no data, and every route checks the session itself.
 * @param target path and query as in the request line
 */
export async function pageRedirect(
  auth: { readonly sessions: Sessions },
  target: string,
  headers: Headers,
): Promise<string | null> {
  const [path = '', query = ''] = target.split('?', 2)
  // Normalised as Next does it: `/api/../lookup` is a page. Escapes stay:
  // `/%73ign-in` is not public.
  if (PUBLIC.test(new URL(path, 'http://kerbside.invalid').pathname)) return null
  // During a database outage the page itself shows the problem.
  const isSignedOut = await auth.sessions.authenticate(headers).then(
    (principal) => principal === null,
    (error) => !isProblemError(error),
  )
  if (!isSignedOut) return null
  const parameters = new URLSearchParams(query)
  // Added by Next to prefetches.
  parameters.delete('_rsc')
  const next = parameters.size > 0 ? `${path}?${parameters}` : path
  return signInPage(next)
}
