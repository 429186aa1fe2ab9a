import { z } from 'zod'
import type { Observations, StatusAnswer } from '@/lib/api/contract/answers'
import { InvalidInput, orElse, required } from '@/lib/api/http/input'
import { problemKindOf } from '@/lib/api/http/response'
import { route } from '@/lib/api/http/route'
import { readServiceState } from '@/lib/api/topics'
import { hasRole } from '@/lib/auth/access'
import type { AuditAction } from '@/lib/auth/audit'
import type { Principal } from '@/lib/auth/principal'
import { MOST_SPELLINGS } from '@/lib/format/near-misses'
import { statusWithoutPeople, withoutPeople } from '@/lib/interface/fields/personal-fields'
import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/interface/identifiers'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { DEFAULT_LIMIT, type Parameter, searchParameters } from '@/lib/interface/search'
import { areaParameters } from './live'

export const ourRefParameter = {
  parse: (text) => (isOurRef(text) ? text : null),
  allowed: ourRefAllowed,
} satisfies Parameter<string>
const listParameters = {
  ...areaParameters,
  limit: orElse(searchParameters.limit, DEFAULT_LIMIT),
  cursor: orElse(searchParameters.cursor, null),
}
const spellingsSchema = z.strictObject({
  spellings: z.array(z.string().refine(isOurRef)).min(1).max(MOST_SPELLINGS),
})

const viewer = { role: 'viewer', parameters: {} } as const

/** A vehicle's record contains personal data for dispatchers and above. */
export function openRecord(subject: string) {
  const action: AuditAction = 'open-record'
  return { action, subject, from: 'dispatcher' } as const
}

export function seesPeople({ role }: Principal): boolean {
  return hasRole(role, 'dispatcher')
}

/**
 * Viewers learn nothing of bookings, not even how many arrive, and no place that others searched.
 */
function forViewers(observations: Observations): Observations {
  return {
    ...observations,
    gaps: { ...observations.gaps, payloads: { answers: [], more: 0 } },
    searches: [],
  }
}

/** Applied after the shared cache, which serves all roles. */
function forRole<T extends { readonly data: Inspected<Vehicle> }>(
  principal: Principal,
  found: T,
): T {
  return seesPeople(principal) ? found : { ...found, data: withoutPeople(found.data) }
}

export function checkVehicleId(vehicleId: string): string {
  if (!isVehicleId(vehicleId)) throw new InvalidInput('vehicle_id', vehicleIdAllowed, vehicleId)
  return vehicleId
}

export const service = [
  route(
    'GET /api/vehicles',
    {
      summary: 'One page of the vehicles near a position',
      role: 'viewer',
      parameters: listParameters,
      example: { position: '51.5,-0.1', radius: 20_000 },
    },
    async ({ app, parameters: search, call }) => {
      const { shared } = await app.upstream()
      const found = await shared.searchVehicles(search, call)
      // A page that leads back to itself would never end: the reader must stop here (§4.2).
      const isCircular = search.cursor !== null && found.data.next_cursor === search.cursor
      return { ...found, partial: isCircular || found.data.isCut }
    },
  ),

  route(
    'GET /api/vehicles/by-our-ref',
    {
      summary: 'The vehicle that has a reference of the fleet',
      role: 'viewer',
      parameters: { our_ref: required(ourRefParameter) },
      audit: (_, { url }) => ({
        action: 'look-up',
        subject: new URL(url).searchParams.get('our_ref'),
      }),
      example: { our_ref: 'KB-17' },
    },
    async ({ app, principal, parameters, call }) => {
      const { shared } = await app.upstream()
      const found = await shared.getVehicleByOurRef(parameters.our_ref, call)
      return forRole(principal, found)
    },
  ),

  // For screens: one look-up for each spelling; null for one that the service does not know.
  route(
    'POST /api/vehicles/by-our-ref',
    {
      summary: 'The vehicles that several spellings of a reference name',
      role: 'viewer',
      body: spellingsSchema,
      audit: { action: 'look-up', subject: null, refusalsOnly: true },
      example: { body: { spellings: ['KB-17'] } },
    },
    async ({ app, principal, body, call, record }) => {
      const { shared } = await app.upstream()
      const lookUps = body.spellings.map(async (ourRef) => {
        const found = await shared
          .getVehicleByOurRef(ourRef, call)
          .catch(async (error: unknown) => {
            const kind = problemKindOf(error)
            await record('look-up', ourRef, kind).catch(() => undefined)
            if (kind !== 'not-found') throw error
          })
        if (!found) return null
        await record('look-up', ourRef)
        return forRole(principal, found).data
      })
      const answers = await Promise.allSettled(lookUps)
      const data = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null))
      const failed = answers.find(({ status }) => status === 'rejected')
      // A failed spelling does not lose the vehicles of others.
      if (failed && data.every((found) => found === null)) await Promise.all(lookUps)
      return { data }
    },
  ),

  route(
    'GET /api/vehicles/example',
    {
      ...viewer,
      summary: 'The service’s example of a vehicle',
      audit: openRecord('vehicle example'),
    },
    async ({ app, principal, call }) => {
      const { shared } = await app.upstream()
      return forRole(principal, await shared.getExampleVehicle(call))
    },
  ),

  route(
    'GET /api/vehicles/{vehicleId}',
    {
      ...viewer,
      summary: 'The record of a vehicle',
      audit: ({ vehicleId }) => openRecord(`vehicle ${vehicleId}`),
    },
    async ({ app, values, principal, call }) => {
      const id = checkVehicleId(values.vehicleId)
      const { shared } = await app.upstream()
      return forRole(principal, await shared.getVehicle(id, call))
    },
  ),

  route(
    'GET /api/vehicles/{vehicleId}/status',
    { ...viewer, summary: 'The status and position of a vehicle' },
    async ({ app, values, principal, call }) => {
      const id = checkVehicleId(values.vehicleId)
      const { shared } = await app.upstream()
      const found = await shared.getVehicleStatus(id, call)
      const times = await app.timesOf(found.data.record, Date.parse(found.fetchedAt))
      const status = seesPeople(principal) ? found.data : statusWithoutPeople(found.data)
      const data: StatusAnswer = { ...status, times }
      return { ...found, data }
    },
  ),

  // The customer and the journey are personal throughout.
  route(
    'GET /api/bookings/example',
    {
      ...viewer,
      summary: 'The service’s example of a booking',
      role: 'dispatcher',
      audit: { action: 'open-record', subject: 'booking example' },
    },
    async ({ app, call }) => (await app.upstream()).shared.getExampleBooking(call),
  ),

  // Outcome of the last call to the service. Makes none itself: the sweeps of the home area are
  // the probe. The topic `service` of the live stream says when it is another.
  route(
    'GET /api/service',
    { ...viewer, summary: 'The state of the service, and settings of the map' },
    async ({ app, principal }) => {
      const state = await readServiceState(app)
      // Shown only to roles that may open recordings.
      const recordingFailure = seesPeople(principal) ? state.recordingFailure : null
      return { data: { ...state, recordingFailure } }
    },
  ),

  // Observed answers where the interface is silent. Makes no call.
  route(
    'GET /api/observations',
    { ...viewer, summary: 'How the service answered where its interface is silent' },
    async ({ app, principal }) => {
      const observations = (await app.upstream()).observations()
      return { data: seesPeople(principal) ? observations : forViewers(observations) }
    },
  ),

  // Liveness: independent of the service, whose failure must not restart Kerbside.
  route(
    'GET /api/health',
    { summary: 'Whether the process runs', role: null, isProbe: true },
    async () => probe({ status: 'alive' }),
  ),

  // Readiness. Neither a failing service nor a lost database makes it 503: cached data is
  // shown with its age, and a database outage concerns every node at once, while
  // signed-in operators keep working.
  route(
    'GET /api/ready',
    { summary: 'Whether it can answer requests', role: null, isProbe: true },
    async ({ app }) => {
      try {
        await app.upstream()
        const lacking = await app.signInFailure()
        const ready = { status: 'ready', version: app.version }
        return probe(lacking === null ? ready : { ...ready, lacking })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return probe({ status: 'not-ready', version: app.version, reason }, 503)
      }
    },
  ),
] as const

/** For load balancers and orchestrators, which need no envelope. */
function probe(body: Record<string, string>, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
