import type { VehicleTimes } from '@/lib/api/contract/live'
import type {
  RecordChange,
  WatchedChanges,
  WatchList as WatchListAnswer,
} from '@/lib/api/contract/watch-list'
import { WATCH_LISTS, type WatchListName, watchRequestSchema } from '@/lib/api/contract/watch-list'
import { createHandler, type HandlerOptions, type RequestContext } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import { type ParameterTable, requireParameter } from '@/lib/api/http/parameters'
import { hasRole } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Principal } from '@/lib/auth/sessions/principal'
import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import { changesForList, changesForViewers } from '@/lib/fleet/watch-list/watched-state'
import { isVehicleId, vehicleIdAllowed } from '@/lib/interface/identifiers'
import type { Parameter } from '@/lib/interface/search'

interface VehicleContext {
  readonly params: Promise<{ vehicleId: string }>
}

type Context = RequestContext<ParameterTable, unknown>

const listParameters = {
  list: {
    parse: (text) => WATCH_LISTS.find((name) => name === text) ?? null,
    allowed: `one of ${WATCH_LISTS.join(', ')}`,
  } satisfies Parameter<WatchListName>,
}

/** Watched vehicles: an operator's own and those that the desk shares. */
export function createWatchListRoutes(
  open: () => Promise<WatchList>,
  options: HandlerOptions & { readonly reportTimes?: () => Promise<VehicleTimes> } = {},
) {
  const handle = createHandler(options)
  const { now = Date.now, reportTimes = async (): Promise<VehicleTimes> => ({}) } = options

  return {
    /** `GET /api/watch-list`: without values that may be personal, so that it can be refreshed without an audit event. */
    watchList: (request: Request) =>
      handle(request, { role: 'viewer' }, async ({ principal }) => {
        const watched = await (await open()).list(operatorOf(principal))
        const changesFor = (changes: readonly RecordChange[]) =>
          seesPeople(principal) ? changesForList(changes) : changesForViewers(changes)
        const vehicles = watched.map((one) => ({ ...one, changes: changesFor(one.changes) }))
        const { mtimeServes } = await reportTimes()
        return { data: { vehicles, mtimeServes, now: now() } satisfies WatchListAnswer }
      }),

    /** `GET /api/watch-list/{vehicleId}`: audited as the record itself is. */
    watchedChanges: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      const audit = { action: 'open-record', subject: `vehicle ${vehicleId}`, from: 'dispatcher' } as const
      return handle(request, { role: 'viewer', audit }, async ({ principal }) => {
        const found = await (await open()).changes(operatorOf(principal), checkId(vehicleId))
        if (!found) throw new AccessError('not-found')
        const { id, recordReadAt, changes } = found
        const shown = seesPeople(principal) ? changes : changesForViewers(changes)
        return { data: { id, recordReadAt, changes: shown } satisfies WatchedChanges }
      })
    },

    /** `PUT /api/watch-list/{vehicleId}` */
    watch: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      return handle(request, { role: 'viewer', body: watchRequestSchema }, async (context) => {
        const { principal, body, record } = context
        const id = checkId(vehicleId)
        await requireList(context, 'watch', body.list, id)
        const added = await (await open()).add(ownerOf(principal, body.list), id, operatorOf(principal))
        if (added === 'full') throw new AccessError('watch-list-full')
        if (added === 'added' && body.list === 'shared') await record('watch', `vehicle ${id}`)
        return { data: null }
      })
    },

    /** `DELETE /api/watch-list/{vehicleId}?list=own` */
    unwatch: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      return handle(request, { role: 'viewer', parameters: listParameters }, async (context) => {
        const { principal, parameters, record } = context
        const list = requireParameter(parameters, listParameters, 'list')
        const id = checkId(vehicleId)
        await requireList(context, 'unwatch', list, id)
        const removed = await (await open()).remove(ownerOf(principal, list), id)
        if (removed && list === 'shared') await record('unwatch', `vehicle ${id}`)
        return { data: null }
      })
    },
  }
}

/** Viewers have a list of their own, and see the shared one. @throws AccessError role-required */
async function requireList(
  { principal, record }: Pick<Context, 'principal' | 'record'>,
  action: 'watch' | 'unwatch',
  list: WatchListName,
  id: string,
): Promise<void> {
  if (list === 'own' || seesPeople(principal)) return
  await record(action, `vehicle ${id}`, 'role-required')
  throw new AccessError('role-required')
}

function seesPeople({ role }: Principal): boolean {
  return hasRole(role, 'dispatcher')
}

function operatorOf({ operator }: Principal): string | null {
  return operator?.id ?? null
}

/** Without sign-in there is one list. */
function ownerOf(principal: Principal, list: WatchListName): string | null {
  return list === 'own' ? operatorOf(principal) : null
}

function checkId(vehicleId: string): string {
  if (!isVehicleId(vehicleId)) throw new InvalidInput('vehicle_id', vehicleIdAllowed, vehicleId)
  return vehicleId
}
