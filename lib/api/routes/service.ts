import type { StatusAnswer, StatusTimes } from '@/lib/api/contract/answers'
import type { Observations } from '@/lib/api/contract/observations'
import type { RecordingFailure } from '@/lib/api/contract/recording'
import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import { requireParameter } from '@/lib/api/http/parameters'
import type { AuditAction } from '@/lib/auth/audit/audit'
import { hasRole } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Principal } from '@/lib/auth/sessions/principal'
import { ownerOf, shareHolderOf } from '@/lib/auth/shares'
import { statusWithoutPeople, withoutPeople } from '@/lib/interface/fields/personal-fields'
import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/interface/identifiers'
import type { Inspected, Vehicle, VehicleSearchObject } from '@/lib/interface/resources'
import {
  DEFAULT_LIMIT,
  DEFAULT_RADIUS_METRES,
  type Parameter,
  type Search,
  searchParameters,
} from '@/lib/interface/search'
import type { Upstream } from '@/lib/upstream/compose'
import type { CallOptions } from '@/lib/upstream/service'

export interface ServiceRoutesOptions extends HandlerOptions {
  /** Reason for reduced service; null when everything works. Rejects when nothing can be served. */
  readonly lacking?: () => Promise<string | null>
  /** Known times of a vehicle whose status was read. @param atMs when */
  readonly timesOf?: (status: VehicleSearchObject, atMs: number) => Promise<StatusTimes>
  /** Why areas are not recorded now. */
  readonly recordingFailure?: () => Promise<RecordingFailure | null>
}

interface VehicleContext {
  /** Next decodes path segments exactly once: `%252F` arrives as `%2F`, `%2F` as `/`. */
  readonly params: Promise<{ vehicleId: string }>
}

const ourRefParameters = {
  our_ref: {
    parse: (text) => (isOurRef(text) ? text : null),
    allowed: ourRefAllowed,
  } satisfies Parameter<string>,
}

const viewer = { role: 'viewer', parameters: {} } as const

/** A vehicle's record contains personal data for dispatchers and above. */
function openRecord(subject: string) {
  const action: AuditAction = 'open-record'
  return { ...viewer, audit: { action, subject, from: 'dispatcher' } } as const
}

function seesPeople({ role }: Principal): boolean {
  return hasRole(role, 'dispatcher')
}

/** A call ends with its request, and counts in the share of the operator or the address. */
function callOf({ signal }: Request, principal: Principal): CallOptions {
  return { signal, owner: ownerOf(shareHolderOf(principal)) }
}

/** Viewers learn nothing of bookings, not even how many arrive, and no place that others searched. */
function forViewers({ gaps, ...rest }: Observations): Observations {
  return { ...rest, gaps: { ...gaps, payloads: { answers: [], more: 0 } }, searches: [] }
}

/** Applied after the shared cache, which serves all roles. */
function forRole<T extends { readonly data: Inspected<Vehicle> }>(principal: Principal, found: T): T {
  return seesPeople(principal) ? found : { ...found, data: withoutPeople(found.data) }
}

/** Routes over the service, as functions of a Request; their data: `Answers` of lib/api/contract/answers.ts. */
export function createServiceRoutes(
  upstream: () => Promise<Pick<Upstream, 'shared' | 'state' | 'observations'>>,
  options: ServiceRoutesOptions = {},
) {
  const handle = createHandler(options)
  const { lacking = async () => null, recordingFailure = async () => null, timesOf } = options
  const shared = async () => (await upstream()).shared

  return {
    vehicles: (request: Request) =>
      handle(request, { role: 'viewer', parameters: searchParameters }, async ({ parameters, principal }) => {
        const { radius, type, limit, cursor } = parameters
        const search: Search = {
          position: requireParameter(parameters, searchParameters, 'position'),
          radius: radius ?? DEFAULT_RADIUS_METRES,
          type: type ?? null,
          limit: limit ?? DEFAULT_LIMIT,
          cursor: cursor ?? null,
        }
        const found = await (await shared()).searchVehicles(search, callOf(request, principal))
        // A page that leads back to itself would never end: the reader must stop here (§4.2).
        const isCircular = search.cursor !== null && found.data.next_cursor === search.cursor
        return { ...found, partial: isCircular || found.data.isCut }
      }),

    vehicle: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      return handle(request, openRecord(`vehicle ${vehicleId}`), async ({ principal }) => {
        const id = checkVehicleId(vehicleId)
        return forRole(principal, await (await shared()).getVehicle(id, callOf(request, principal)))
      })
    },

    vehicleByOurRef: (request: Request) => {
      const subject = new URL(request.url).searchParams.get('our_ref')
      return handle(
        request,
        { role: 'viewer', parameters: ourRefParameters, audit: { action: 'look-up', subject } },
        async ({ principal, parameters }) => {
          const ourRef = requireParameter(parameters, ourRefParameters, 'our_ref')
          const found = await (await shared()).getVehicleByOurRef(ourRef, callOf(request, principal))
          return forRole(principal, found)
        },
      )
    },

    vehicleStatus: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      return handle(request, viewer, async ({ principal }) => {
        const id = checkVehicleId(vehicleId)
        const found = await (await shared()).getVehicleStatus(id, callOf(request, principal))
        const times = await timesOf?.(found.data.record, Date.parse(found.fetchedAt))
        const data = seesPeople(principal) ? found.data : statusWithoutPeople(found.data)
        return { ...found, data: { ...data, times } satisfies StatusAnswer }
      })
    },

    exampleVehicle: (request: Request) =>
      handle(request, openRecord('vehicle example'), async ({ principal }) =>
        forRole(principal, await (await shared()).getExampleVehicle(callOf(request, principal))),
      ),

    // The customer and the journey are personal throughout.
    exampleBooking: (request: Request) =>
      handle(
        request,
        { ...viewer, role: 'dispatcher', audit: { action: 'open-record', subject: 'booking example' } },
        async ({ principal }) => (await shared()).getExampleBooking(callOf(request, principal)),
      ),

    /** Outcome of the last call to the service. Makes none itself: the dashboards' polls are the probe. */
    service: (request: Request) =>
      handle(request, viewer, async ({ principal }) => {
        // Shown only to roles that may open recordings.
        const failure = seesPeople(principal) ? await recordingFailure() : null
        return { data: { ...(await upstream()).state(), recordingFailure: failure } }
      }),

    /** Observed answers where the interface is silent. Makes no call. */
    observations: (request: Request) =>
      handle(request, viewer, async ({ principal }) => {
        const observations = (await upstream()).observations()
        return { data: seesPeople(principal) ? observations : forViewers(observations) }
      }),

    /** Liveness: independent of the service, whose failure must not restart Kerbside. */
    health: () => probe({ status: 'alive' }),

    /**
     * Readiness. Neither a failing service nor a lost database makes it 503: cached data is shown with its age, and
     * a database outage concerns every node at once, while signed-in operators keep working.
     */
    ready: async () => {
      try {
        await upstream()
        const missing = await lacking()
        return probe({ status: 'ready', ...(missing !== null && { lacking: missing }) })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return probe({ status: 'not-ready', reason }, 503)
      }
    },

    unknownRoute: (request: Request) =>
      handle(request, { role: 'viewer' }, async () => {
        const detail = GONE_ADDRESSES[new URL(request.url).pathname] ?? null
        throw new AccessError('no-such-route', { detail })
      }),
  }
}

/** Addresses of earlier versions, with their replacements. */
const GONE_ADDRESSES: Readonly<Record<string, string>> = {
  '/api/recording/circle':
    'This address is gone: /api/recording/frames answers the vehicles of an area at a time.',
  '/api/recording/counts': 'This address is gone: /api/recording answers the counts with the timeline.',
  '/api/recording/prepare': 'This address is gone: ask /api/recording/frames without preparing it.',
}

/** For load balancers and orchestrators, which need no envelope. */
function probe(body: Record<string, string>, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

function checkVehicleId(vehicleId: string): string {
  if (!isVehicleId(vehicleId)) throw new InvalidInput('vehicle_id', vehicleIdAllowed, vehicleId)
  return vehicleId
}
