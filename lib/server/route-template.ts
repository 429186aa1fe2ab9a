import { pageTemplate } from '@/lib/api/contract/pages'

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/_next\//, '/_next/*'],
  [/^\/api\/vehicles\/(example|by-our-ref)$/, '/api/vehicles/$1'],
  [/^\/api\/vehicles\/[^/]+\/(status|bookings)$/, '/api/vehicles/{vehicleId}/$1'],
  [/^\/api\/vehicles\/[^/]+$/, '/api/vehicles/{vehicleId}'],
  [
    /^\/api\/(vehicles|watch-list|find|places\/near|live|service|observations|seen|health|ready|bookings\/example)$/,
    '/api/$1',
  ],
  [
    /^\/api\/(auth(?:\/(?:sign-in(?:\/(?:code|oidc))?|callback\/oidc|sign-out|link|accept|reset(?:\/link)?|password|two-factor(?:\/confirm)?))?)$/,
    '/api/$1',
  ],
  [/^\/api\/(me(?:\/sessions)?|operators|audit(?:\/(?:csv|export))?)$/, '/api/$1'],
  [/^\/api\/(recording(?:\/(?:areas|frames|vehicle|export))?)$/, '/api/$1'],
  [/^\/api\/(roads\/(?:times|path|streets|wait))$/, '/api/$1'],
  [/^\/api\/watch-list\/[^/]+$/, '/api/watch-list/{vehicleId}'],
  [/^\/api\/operators\/[^/]+\/(sessions|reset|two-factor|lock)$/, '/api/operators/{id}/$1'],
  [/^\/api\/(operators|invitations)\/[^/]+$/, '/api/$1/{id}'],
  [/^\/api\/(bookings\/arrived|webhooks(?:\/unrecognised)?)$/, '/api/$1'],
  [/^\/api\/bookings\/arrived\/[^/]+$/, '/api/bookings/arrived/{key}'],
  [/^\/api\/webhooks\/[^/]+$/, '/api/webhooks/{id}'],
  // Known or not, it is never logged.
  [/^\/hooks\/[^/]+$/, '/hooks/{token}'],
  [/^\/map\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/, '/map/{version}/{z}/{x}/{y}'],
]

/** Of pages; files and Next's own paths have other characters. */
const PAGE = /^(\/[a-z][\w-]*)(\/[\w-]+)*$/i

/** Whether a path certainly leads to the page that says so. */
export function isUnknownPage(target: string): boolean {
  const path = target.split('?', 1)[0] ?? ''
  if (!PAGE.test(path) || path.startsWith('/api/')) return false
  const template = routeTemplate(path)
  return template === 'other' || template === '/hooks/{token}'
}

/** The template of a request's path, from a closed set: paths and queries hold ids, references and positions. */
export function routeTemplate(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  const found = ROUTES.find(([pattern]) => pattern.test(path))
  if (!found) return pageTemplate(path) ?? 'other'
  return path.replace(found[0], found[1]).replace(/^(\/_next\/\*).*/, '$1')
}
