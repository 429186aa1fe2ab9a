import type { HomeArea } from '@/lib/api/contract/desk'
import { createApi } from '@/lib/api/dispatch'
import type { Parts } from '@/lib/api/parts'
import { table } from '@/lib/api/table'
import { createTopics } from '@/lib/api/topics'
import { systemClock } from '@/lib/app/clock'
import { openAccess } from '@/lib/auth/access'

export const HOME: HomeArea = { name: null, position: { lat: 1, lng: 2 }, radius: 1000 }

/**
 * Every route over the given parts, open to all without `access`; a part that is
 * missing fails when it is used.
 */
export function apiOver(parts: Partial<Parts>): (request: Request) => Promise<Response> {
  const usual: Partial<Parts> = {
    clock: systemClock,
    version: '1.2.3',
    onFault: () => undefined,
    access: async () => openAccess,
    auth: async () => null,
    withhold: async (json) => json,
    signInFailure: async () => null,
    timesOf: async () => undefined,
    reportTimes: async () => ({}),
    namesOf: async () => null,
    recordingFailure: async () => null,
    home: async () => ({ home: HOME, isHomeSet: true }),
    topics: createTopics({
      parts: () => all,
      clock: parts.clock ?? systemClock,
      log: () => undefined,
    }),
  }
  const all = { ...usual, ...parts } as Parts
  return createApi(table, () => all)
}
