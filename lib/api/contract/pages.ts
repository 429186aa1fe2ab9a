/** Pages that anybody may open. */
export const PUBLIC_PAGES = ['/sign-in', '/set-up', '/invitation', '/reset-password'] as const

/** The other pages. A braced part of a path stands for one segment. */
export const PAGES = [
  '/',
  '/account',
  '/audit',
  '/bookings',
  '/bookings/arrived/{key}',
  '/bookings/example',
  '/lookup',
  '/operators',
  '/recording',
  '/service',
  '/vehicles/example',
  '/vehicles/{vehicleId}',
  '/webhooks',
] as const

/** Addresses of earlier versions, which next.config.js redirects. */
const EARLIER_PAGES = ['/bookings/unrecognised', '/interface', '/observations', '/seen'] as const

/** The template of a page's path as in an address, escapes included; null where there is no such page. */
export function pageTemplate(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.template ?? null
}

const patterns = [...PUBLIC_PAGES, ...PAGES, ...EARLIER_PAGES].map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`),
}))
