import type { Auth } from '@/lib/auth/auth'
import { isAccessError } from './access-error'

/** Pages that are for everybody, and what all pages are made of. */
const PUBLIC = /^\/(sign-in|set-up|invitation|_next\/static\/.*|icon\.svg|favicon\.ico|api|api\/.*)$/

/**
 * Where a request for a page without a session is sent; null when it may go on. The pages hold no data of their own,
 * every route asks for itself: this only spares people a page full of refusals.
 * @param target path and query as they stand in the request's first line
 */
export async function pageRedirect(auth: Auth, target: string, headers: Headers): Promise<string | null> {
  const [path = '', query = ''] = target.split('?', 2)
  // As Next reads it, `/api/../lookup` is a page; else as it stands: needless escapes make none of the public ones.
  if (PUBLIC.test(new URL(path, 'http://kerbside.invalid').pathname)) return null
  // Whoever cannot be asked for is not signed out for it: the page itself says that the database is away.
  const isOut = await auth.sessions.prove(headers).then(
    (who) => who === null,
    (error) => !isAccessError(error),
  )
  if (!isOut) return null
  const kept = new URLSearchParams(query)
  // Next's own, of a page that is fetched ahead.
  kept.delete('_rsc')
  const next = kept.size > 0 ? `${path}?${kept}` : path
  return next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}
