// Any origin: a `next` that resolves to it is a page of ours.
const OURS = 'http://kerbside.invalid'

/**
 * The page of ours to go to after signing in: path, query and fragment.
 * @returns `/` for everything else: another site's address in any form, a route, the sign-in itself
 */
export function nextPage(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, OURS)) return '/'
  const url = new URL(text, OURS)
  const isOurs = url.origin === OURS && !url.pathname.includes('//')
  const path = decoded(url.pathname)
  const isPage = path !== null && !/^\/(api|_next|sign-in|set-up|invitation)(\/|$)/.test(path)
  return isOurs && isPage ? url.pathname + url.search + url.hash : '/'
}

/** A text as long as the token of a webhook address: proxies write the addresses of pages to their logs. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/

/** The sign-in, which leads back. @param next path and query of the page that asked for it */
export function signInPage(next: string): string {
  return next === '/' || TOKEN.test(next) ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}

/** Decoded as on the server, where `/%61pi/audit/csv` is a route; null for a path that it refuses. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path)
    return /\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}
