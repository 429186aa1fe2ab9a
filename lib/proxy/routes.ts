import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/schema/identifiers'
import {
  DEFAULT_LIMIT,
  DEFAULT_RADIUS_METRES,
  type Parameter,
  type Search,
  searchParameters,
} from '@/lib/schema/search'
import type { Upstream } from '@/lib/upstream/compose'
import { type AnswerOptions, createAnswering } from './answer'
import { BadParameter, readParameters } from './parameters'
import { NoSuchRoute } from './problem-response'

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

/**
 * Every route under /api as a function of a Request, for app/api to export. What each answers: `Answers` in
 * lib/schema/answers.ts. A parameter is checked before the service is thought of.
 */
export function createRoutes(
  upstream: () => Promise<Pick<Upstream, 'shared' | 'state' | 'seen'>>,
  options: AnswerOptions = {},
) {
  const answer = createAnswering(options)
  const { now = Date.now } = options

  return {
    vehicles: (request: Request) =>
      answer(request, async () => {
        const search = readSearch(request.url)
        const { shared } = await upstream()
        const found = await shared.searchVehicles(search, { signal: request.signal })
        // A page that leads back to itself would never end; the reader has to stop here (§4.2).
        const partial = search.cursor !== null && found.data.next_cursor === search.cursor
        return { ...found, partial }
      }),

    vehicle: (request: Request, context: VehicleContext) =>
      answer(request, async () => {
        const id = await readVehicleId(request, context)
        return (await upstream()).shared.getVehicle(id, { signal: request.signal })
      }),

    vehicleByOurRef: (request: Request) =>
      answer(request, async () => {
        const { our_ref } = readParameters(request.url, ourRefParameters)
        if (our_ref === undefined) throw new BadParameter('our_ref', null, ourRefAllowed)
        return (await upstream()).shared.getVehicleByOurRef(our_ref, { signal: request.signal })
      }),

    vehicleStatus: (request: Request, context: VehicleContext) =>
      answer(request, async () => {
        const id = await readVehicleId(request, context)
        return (await upstream()).shared.getVehicleStatus(id, { signal: request.signal })
      }),

    exampleVehicle: (request: Request) =>
      answer(request, async () => {
        readParameters(request.url, {})
        return (await upstream()).shared.getExampleVehicle({ signal: request.signal })
      }),

    exampleBooking: (request: Request) =>
      answer(request, async () => {
        readParameters(request.url, {})
        return (await upstream()).shared.getExampleBooking({ signal: request.signal })
      }),

    /** How the last call to the service went. Makes none itself: the dashboards' own polls are the probe. */
    service: (request: Request) =>
      answer(request, async () => {
        readParameters(request.url, {})
        return { data: (await upstream()).state(), fetchedAt: new Date(now()).toISOString() }
      }),

    /** What the service answered in the interface's gaps since this server started. Makes no call. */
    seen: (request: Request) =>
      answer(request, async () => {
        readParameters(request.url, {})
        return { data: (await upstream()).seen(), fetchedAt: new Date(now()).toISOString() }
      }),

    /** Whether this process answers; says nothing of the service, so that its failure restarts nobody. */
    health: () => Response.json({ status: 'alive' }, { headers: { 'cache-control': 'no-store' } }),

    /** Whether this process can serve. A failing service is no reason: what was read before is shown with its age. */
    ready: async () => {
      const reason = await upstream().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      return Response.json(reason === null ? { status: 'ready' } : { status: 'not-ready', reason }, {
        status: reason === null ? 200 : 503,
        headers: { 'cache-control': 'no-store' },
      })
    },

    nothing: (request: Request) =>
      answer(request, async () => {
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
