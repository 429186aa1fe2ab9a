import { expect } from 'vitest'
import { type Problem, problemKind, problemKinds } from '@/lib/schema/problems'
import type { Upstream } from '@/lib/upstream/compose'
import { createServiceClient } from '@/lib/upstream/service'
import { TIMEOUTS } from '@/lib/upstream/timeouts'
import { createRoutes } from './routes'

export const KEY = 'canary+key/4711=='
export const state = {
  upstream: { kind: 'configured', baseUrl: 'https://service.example', lastSuccessAt: null, failure: null },
  map: {
    position: { lat: 1, lng: 2 },
    tileUrl: 'https://tiles.example/{z}/{x}/{y}',
    tileAttribution: 'Tiles',
  },
} as const

/** Our routes over a service of one answer. */
export function over(
  answer: (request: Request) => Response | Promise<Response> = () => Response.json({ id: 'v-7' }),
) {
  const asked: Request[] = []
  const lines: string[] = []
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    key: KEY,
    timeouts: { ...TIMEOUTS, totalMs: 500 },
    now: () => Date.UTC(2025, 0, 1, 12),
    send: async (request) => {
      asked.push(request)
      return answer(request)
    },
  })
  const routes = createRoutes(
    async (): Promise<Pick<Upstream, 'client' | 'state'>> => ({ client, state: () => state }),
    {
      now: () => Date.UTC(2025, 0, 1, 12, 0, 2),
      newRequestId: () => 'request-1',
      log: (line) => lines.push(line),
    },
  )
  return { routes, asked, lines }
}

export const get = (path: string) => new Request(`http://localhost${path}`)
export const withId = (vehicleId: string) => ({ params: Promise.resolve({ vehicleId }) })

/** A problem, having checked what all problems have in common. */
export async function problemOf(response: Response): Promise<Problem> {
  const problem = (await response.json()) as Problem
  const kind = problemKind(problem.type)
  expect(kind).not.toBeNull()
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toBe('request-1')
  expect(problem).toMatchObject({
    title: problemKinds[kind as NonNullable<typeof kind>].title,
    status: response.status,
    requestId: 'request-1',
  })
  return problem
}
