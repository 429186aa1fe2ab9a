import { mayAs, type Principal } from '@/lib/auth/sessions/access'
import { type AnswerOptions, createAnswering, type Guard } from '@/lib/http/answer'
import { BadParameter, readParameters } from '@/lib/http/parameters'
import { NoSuchRoute } from '@/lib/http/problem-response'
import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/interface/identifiers'
import { statusWithoutPeople, withoutPeople } from '@/lib/interface/personal-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import {
  DEFAULT_LIMIT,
  DEFAULT_RADIUS_METRES,
  type Parameter,
  type Search,
  searchParameters,
} from '@/lib/interface/search'
import type { Upstream } from '@/lib/upstream/compose'

export interface RoutesOptions extends AnswerOptions {
  /** What is out of reach now while the rest goes on; null when all is there. Rejects when nobody can be served. */
  readonly lacking?: () => Promise<string | null>
}

interface VehicleContext {
  /** Next hands over path segments percent-decoded, exactly once: `%252F` arrives as `%2F`, `%2F` as `/`. */
  readonly params: Promise<{ vehicleId: string }>
}

const ourRefParameters = {
  our_ref: {
    parse: (text) => (isOurRef(text) ? text : null),
    allowed: ourRefAllowed,
  } satisfies Parameter<string>,
}

const VIEWER: Guard = { least: 'viewer' }

const LOOKING_UP: Guard = {
  least: 'viewer',
  deed: async ({ url }) => ({ action: 'look-up', subject: new URL(url).searchParams.get('our_ref') }),
}

// The customer and the journey are personal throughout.
const OPENING_BOOKING: Guard = {
  least: 'dispatcher',
  deed: async () => ({ action: 'open-record', subject: 'booking example' }),
}

/** A vehicle's record holds personal data for those who see it whole. */
function opening(vehicleId: () => Promise<string>): Guard {
  return {
    least: 'viewer',
    deed: async () => ({ action: 'open-record', subject: `vehicle ${await vehicleId()}` }),
    deedFrom: 'dispatcher',
  }
}

function seesPeople({ role }: Principal): boolean {
  return mayAs(role, 'dispatcher')
}

/** After what is shared by all: the same answer is whole for the next who may see it. */
function forRole<T extends { readonly data: Inspected<Vehicle> }>(who: Principal, found: T): T {
  return seesPeople(who) ? found : { ...found, data: withoutPeople(found.data) }
}

/**
 * Every route under /api as a function of a Request, for app/api to export. What each answers: `Answers` in
 * lib/contract/answers.ts. A parameter is checked before the service is thought of.
 */
export function createRoutes(
  upstream: () => Promise<Pick<Upstream, 'shared' | 'state' | 'seen'>>,
  options: RoutesOptions = {},
) {
  const answer = createAnswering(options)
  const { now = Date.now, lacking = async () => null } = options

  return {
    vehicles: (request: Request) =>
      answer(request, VIEWER, async () => {
        const search = readSearch(request.url)
        const { shared } = await upstream()
        const found = await shared.searchVehicles(search, { signal: request.signal })
        // A page that leads back to itself would never end; the reader has to stop here (§4.2).
        const isCircle = search.cursor !== null && found.data.next_cursor === search.cursor
        const partial = isCircle || found.data.isCut
        return { ...found, partial }
      }),

    vehicle: (request: Request, context: VehicleContext) =>
      answer(
        request,
        opening(async () => (await context.params).vehicleId),
        async (who) => {
          const id = await readVehicleId(request, context)
          const found = await (await upstream()).shared.getVehicle(id, { signal: request.signal })
          return forRole(who, found)
        },
      ),

    vehicleByOurRef: (request: Request) =>
      answer(request, LOOKING_UP, async (who) => {
        const { our_ref } = readParameters(request.url, ourRefParameters)
        if (our_ref === undefined) throw new BadParameter('our_ref', null, ourRefAllowed)
        const found = await (await upstream()).shared.getVehicleByOurRef(our_ref, { signal: request.signal })
        return forRole(who, found)
      }),

    vehicleStatus: (request: Request, context: VehicleContext) =>
      answer(request, VIEWER, async (who) => {
        const id = await readVehicleId(request, context)
        const found = await (await upstream()).shared.getVehicleStatus(id, { signal: request.signal })
        return seesPeople(who) ? found : { ...found, data: statusWithoutPeople(found.data) }
      }),

    exampleVehicle: (request: Request) =>
      answer(
        request,
        opening(async () => 'example'),
        async (who) => {
          readParameters(request.url, {})
          return forRole(who, await (await upstream()).shared.getExampleVehicle({ signal: request.signal }))
        },
      ),

    exampleBooking: (request: Request) =>
      answer(request, OPENING_BOOKING, async () => {
        readParameters(request.url, {})
        return (await upstream()).shared.getExampleBooking({ signal: request.signal })
      }),

    /** How the last call to the service went. Makes none itself: the dashboards' own polls are the probe. */
    service: (request: Request) =>
      answer(request, VIEWER, async () => {
        readParameters(request.url, {})
        return { data: (await upstream()).state(), fetchedAt: new Date(now()).toISOString() }
      }),

    /** What the service answered in the interface's gaps since this server started. Makes no call. */
    seen: (request: Request) =>
      answer(request, VIEWER, async () => {
        readParameters(request.url, {})
        return { data: (await upstream()).seen(), fetchedAt: new Date(now()).toISOString() }
      }),

    /** Whether this process answers; says nothing of the service, so that its failure restarts nobody. */
    health: () => Response.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } }),

    /**
     * Whether this process can serve. A failing service is no reason: what was read before is shown with its age. Nor is
     * a database that was lost: it is every node's at once, and whoever is signed in keeps the map.
     */
    ready: async () => {
      const headers = { 'cache-control': 'no-store' }
      try {
        await upstream()
        const without = await lacking()
        return Response.json({ status: 'ready', ...(without !== null && { lacking: without }) }, { headers })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return Response.json({ status: 'not-ready', reason }, { status: 503, headers })
      }
    },

    nothing: (request: Request) =>
      answer(request, VIEWER, async () => {
        throw new NoSuchRoute()
      }),
  }
}

function readSearch(url: string): Search {
  const { position, radius, type, limit, cursor } = readParameters(url, searchParameters)
  if (!position) throw new BadParameter('position', null, searchParameters.position.allowed)
  return {
    position,
    radius: radius ?? DEFAULT_RADIUS_METRES,
    type: type ?? null,
    limit: limit ?? DEFAULT_LIMIT,
    cursor: cursor ?? null,
  }
}

async function readVehicleId(request: Request, { params }: VehicleContext): Promise<string> {
  readParameters(request.url, {})
  const { vehicleId } = await params
  if (!isVehicleId(vehicleId)) throw new BadParameter('vehicle_id', vehicleId, vehicleIdAllowed)
  return vehicleId
}
