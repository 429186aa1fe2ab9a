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
  '/bookings/unrecognised',
  '/interface',
  '/lookup',
  '/observations',
  '/operators',
  '/recording',
  // An earlier address, which leads to `/observations`.
  '/seen',
  '/vehicles/example',
  '/vehicles/{vehicleId}',
  '/webhooks',
] as const

/** The template of a page's path as in an address, escapes included; null where there is no such page. */
export function pageTemplate(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.template ?? null
}

const patterns = [...PUBLIC_PAGES, ...PAGES].map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`),
}))
