export const PUBLIC_PAGES = ['/sign-in', '/set-up', '/invitation', '/reset-password'] as const

/** The other pages. A braced part of a path stands for one segment. */
export const PAGES = [
  '/',
  '/account',
  '/audit',
  '/bookings',
  '/bookings/arrived/{key}',
  '/integration',
  '/integration/api',
  '/integration/booking',
  '/integration/observations',
  '/integration/vehicle',
  '/integration/webhooks',
  '/lookup',
  '/operators',
  '/vehicles/{vehicleId}',
] as const

/**
 * The template of a page's path as in an address, escapes included; null
 * where there is no such page.
 */
export function pageTemplate(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.template ?? null
}

/** @param path that of an address, without a slash at its end */
export const isPublicPage = (path: string) => PUBLIC_PAGES.some((page) => page === path)

const patterns = [...PUBLIC_PAGES, ...PAGES].map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`),
}))

// Any origin: a `next` that resolves to it is a page of ours.
const OURS = 'http://kerbside.invalid'

/** The address of a webhook, which proxies would log with the address of the sign-in. */
const WEBHOOK = /hooks\/[\w-]{43}(?![\w-])/

/**
 * The page of ours to go to after signing in: path, query and fragment.
 * @returns `/` for everything else: another site's address in any form, a route, the
 * sign-in itself, an unknown page
 */
export function nextPage(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, OURS)) return '/'
  const { origin, pathname, search, hash } = new URL(text, OURS)
  const template = pageTemplate(pathname.replace(/(?<=.)\/$/, ''))
  const isPage = template !== null && !isPublicPage(template)
  return origin === OURS && isPage && isReadable(pathname) ? pathname + search + hash : '/'
}

/** The sign-in, which leads back. @param text path and query of the page that asked for it */
export function signInPage(text: string): string {
  const next = nextPage(text)
  const parameters = new URLSearchParams({ next })
  const isWebhook = WEBHOOK.test(unescaped(next))
  return next === '/' || isWebhook ? '/sign-in' : `/sign-in?${parameters}`
}

/**
 * Escapes of letters, digits and slashes undone, as often as they were escaped;
 * text that is no escape stays.
 */
function unescaped(text: string): string {
  const once = text.replace(/%([2-7][\da-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return once === text ? text : unescaped(once)
}

/** Whether the server accepts the escapes of a path. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
