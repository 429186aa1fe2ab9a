import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import type { VehicleFacts } from '@/lib/reference/resources'
import { createReferenceService, type ReferenceServiceOptions } from '@/lib/reference/service'

export const LONDON = { lat: 51.509865, lng: -0.118092 }
export const START_MS = Date.UTC(2026, 4, 1, 8, 30, 0, 250)
export const KEY = 'k-test'

export type Page = {
  query: string
  next_cursor?: string | null
  total: number
  vehicles: (Partial<VehicleFacts> & {
    id: string
    mtime: string
    status: string
    position: typeof LONDON
  })[]
}

/** A service on a small demo fleet, with a clock the test turns. */
export function createTestService(
  options: Partial<ReferenceServiceOptions> & { fleet?: Fleet } = {},
) {
  const clock = { nowMs: START_MS }
  const fleet = options.fleet ?? createDemoFleet({ centre: LONDON, vehicles: 400 })
  const handle = createReferenceService({
    keys: [{ key: KEY }],
    now: () => clock.nowMs,
    ...options,
    fleet,
  })
  const ask = (path: string, init: RequestInit = {}) =>
    handle(
      new Request(`http://service.example${path}`, {
        headers: { authorization: `Bearer ${KEY}` },
        ...init,
      }),
    )
  return {
    clock,
    fleet,
    handle,
    ask,
    async page(query: string): Promise<Page> {
      const response = await ask(`/api/beta/vehicles?${query}`)
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
      return (await response.json()) as Page
    },
    async json(path: string) {
      return (await (await ask(path)).json()) as Record<string, Record<string, unknown>>
    },
  }
}

export const withGaps = (gaps: Partial<GapAnswers>) => createTestService({ gaps })
export const NEAR_LONDON = `position=${LONDON.lat},${LONDON.lng}`
