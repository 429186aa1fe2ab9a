import { pageTemplate } from '@/lib/api/contract/pages'
import { findRoute } from '@/lib/api/table'

const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/_next\//, '/_next/*'],
  // Known or not, it is never logged.
  [/^\/hooks\/[^/]+\/?$/, '/hooks/{token}'],
]

/**
 * The template of a request's path, from a closed set: paths and queries hold ids,
 * references and positions.
 */
export function routeTemplate(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  const known = ROUTES.find(([pattern]) => pattern.test(path))?.[1]
  return known ?? findRoute(path)?.template ?? pageTemplate(path) ?? 'other'
}
