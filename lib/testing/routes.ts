import { expect } from 'vitest'
import { type Problem, problemKind, problemKinds } from '@/lib/api/contract/problems'
import { systemClock } from '@/lib/app/clock'
import { createObservationRecorder } from '@/lib/inspect/observations/recorder'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { TIMEOUTS } from '@/lib/upstream/http/time-limit'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'
import { shareAnswers } from '@/lib/upstream/shared-answers'
import { apiOver, HOME } from './api'
import { KEY } from './servers'

export const state = {
  upstream: {
    kind: 'configured',
    baseUrl: 'https://service.example',
    lastSuccessAt: null,
    failure: null,
  },
  map: {
    home: HOME,
    tileUrl: 'https://tiles.example/{z}/{x}/{y}',
    isHomeSet: true,
    tileAttribution: 'Tiles',
    archive: null,
    hasAddresses: false,
  },
  pickupMaxAgeMinutes: 5,
  readsCallSigns: true,
  recordingHours: 0,
  imageHosts: [],
} as const

/** Delay between the service's answer and ours. */
const LATER_MS = 2_000

/** Routes over a service with one answer. */
export function over(
  answer: (request: Request) => Response | Promise<Response> = () => Response.json({ id: 'v-7' }),
  now: () => number = () => Date.UTC(2025, 0, 1, 12),
) {
  const asked: Request[] = []
  const lines: string[] = []
  const observer = createObservationRecorder(now)
  const transport = createTransport({
    observer,
    baseUrl: 'https://service.example',
    key: fixedKey(KEY),
    timeouts: { ...TIMEOUTS, totalMs: 500 },
    now,
    send: async (request) => {
      asked.push(request)
      return answer(request)
    },
  })
  const client = createServiceClient({ transport, now, observer })
  const observations = () => ({ ...observer.read(), pace: null })
  const upstream = { shared: shareAnswers(client, now), state: () => state, observations }
  const api = apiOver({
    upstream: async () => upstream,
    clock: { ...systemClock, now: () => now() + LATER_MS },
    newRequestId: () => 'request-1',
    onFault: (requestId, message) => lines.push(`${requestId} ${message}`),
  })
  return { api, asked, lines }
}

export const get = (path: string) => new Request(`http://localhost${path}`)

/** Problem of a response, after checking the parts that all problems share. */
export async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text()
  const problem = JSON.parse(text) as Problem
  const kind = problemKind(problem.type)
  expect(kind).not.toBeNull()
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  // Without its length Next would compress the smallest too.
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  expect(response.headers.get('x-request-id')).toBe('request-1')
  expect(problem).toMatchObject({
    title: problemKinds[kind as NonNullable<typeof kind>].title,
    status: response.status,
    requestId: 'request-1',
  })
  return problem
}
