import { createApi } from '@/lib/api/dispatch'
import type { Parts } from '@/lib/api/parts'
import { table } from '@/lib/api/table'
import { systemClock } from '@/lib/app/clock'
import { openAccess } from '@/lib/auth/sessions/access'

/**
 * Every route over the given parts, open to all without `access`; a part that is
 * missing fails when it is used.
 */
export function apiOver(parts: Partial<Parts>): (request: Request) => Promise<Response> {
  const usual: Partial<Parts> = {
    clock: systemClock,
    onFault: () => undefined,
    access: async () => openAccess,
    auth: async () => null,
    withhold: async (json) => json,
    signInFailure: async () => null,
    timesOf: async () => undefined,
    reportTimes: async () => ({}),
    namesOf: async () => null,
    recordingFailure: async () => null,
  }
  const all = { ...usual, ...parts } as Parts
  return createApi(table, () => all)
}
