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
  for (const one of routes) {
    const [method, template] = one.name.split(' ')
    byTemplate.set(template, { ...byTemplate.get(template), [method]: one })
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
    const one = methods[(method === 'HEAD' ? 'GET' : method) as Method]
    if (!one) {
      const names = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS']
      const status = method === 'OPTIONS' ? 204 : 405
      return new Response(null, { status, headers: { allow: names.sort().join(', ') } })
    }
    const response = await answerOf(one, request, values, app)
    if (method !== 'HEAD') return response
    // A stream that nothing reads keeps its place.
    await response.body?.cancel()
    return new Response(null, response)
  }
}

const unknownRoute = route('GET /', { role: 'viewer' }, async () => {
  throw new ProblemError('no-such-route')
})
