import { ProblemError } from '@/lib/api/contract/problem-error'
import { type AnyRoute, answerOf, type Method, route } from './http/route'
import type { Parts } from './parts'

type Methods = Partial<Record<Method, AnyRoute>>

/**
 * Finds the routes of a path, and the values in it, still encoded; null for an
 * address that does not exist.
 */
export function createFinder(routes: readonly AnyRoute[]) {
  const byTemplate = new Map<string, Methods>()
  for (const route of routes) {
    const [method, template] = route.name.split(' ')
    byTemplate.set(template, { ...byTemplate.get(template), [method]: route })
  }
  const patterns = [...byTemplate]
    .filter(([template]) => template.includes('{'))
    .map(([template, methods]) => {
      const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      return { template, methods, pattern }
    })
  return (path: string) => {
    const fixed = byTemplate.get(path)
    if (fixed && !path.includes('{')) return { template: path, methods: fixed, values: {} }
    for (const { template, methods, pattern } of patterns) {
      const found = pattern.exec(path)
      if (found) return { template, methods, values: { ...found.groups } }
    }
    return null
  }
}

/**
 * @param parts asked for with each request: the routes' module is loaded before they are composed
 */
export function createApi(routes: readonly AnyRoute[], parts: () => Parts) {
  const find = createFinder(routes)
  return async (request: Request): Promise<Response> => {
    const app = parts()
    const found = find(new URL(request.url).pathname)
    if (!found) return answerOf(unknownRoute, request, {}, app)
    const { methods, values } = found
    const { method } = request
    const foundRoute = methods[(method === 'HEAD' ? 'GET' : method) as Method]
    if (!foundRoute) return answerOtherMethod(method, methods)
    const response = await answerOf(foundRoute, request, values, app)
    if (method !== 'HEAD') return response
    // A stream that nothing reads keeps its place.
    await response.body?.cancel()
    return new Response(null, response)
  }
}

function answerOtherMethod(method: string, methods: Methods): Response {
  const allowed = [...Object.keys(methods), 'OPTIONS']
  if (methods.GET) allowed.push('HEAD')
  const status = method === 'OPTIONS' ? 204 : 405
  return new Response(null, { status, headers: { allow: allowed.sort().join(', ') } })
}

const unknownRoute = route('GET /', { role: 'viewer' }, async () => {
  throw new ProblemError('no-such-route')
})
