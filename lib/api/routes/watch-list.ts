import { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import {
  WATCH_LISTS,
  type WatchedChanges,
  type WatchList,
  type WatchListName,
} from '@/lib/api/contract/watch-list'
import { oneOf, required } from '@/lib/api/http/input'
import { type AnyContext, type Result, route } from '@/lib/api/http/route'
import type { Principal } from '@/lib/auth/sessions/principal'
import { changesForList, changesForViewers } from '@/lib/fleet/watch-list/watched-state'
import { checkVehicleId, openRecord, seesPeople } from './service'

const listParameters = { list: required(oneOf(WATCH_LISTS)) }
const watchSchema = z.strictObject({ list: z.enum(WATCH_LISTS) })

export const watchList = [
  // Without values that may be personal, so that it can be refreshed without an audit event.
  route(
    'GET /api/watch-list',
    { role: 'viewer' },
    async ({ app, principal }): Promise<Result<WatchList>> => {
      const list = await app.watchList()
      const watched = await list.list(operatorOf(principal))
      const shownChanges = seesPeople(principal) ? changesForList : changesForViewers
      const vehicles = watched.map((vehicle) => ({
        ...vehicle,
        changes: shownChanges(vehicle.changes),
      }))
      const { mtimeServes } = await app.reportTimes()
      return { data: { vehicles, mtimeServes, now: app.clock.now() } }
    },
  ),

  // Audited as the record itself is.
  route(
    'GET /api/watch-list/{vehicleId}',
    { role: 'viewer', audit: ({ vehicleId }) => openRecord(`vehicle ${vehicleId}`) },
    async ({ app, values, principal }): Promise<Result<WatchedChanges>> => {
      const list = await app.watchList()
      const found = await list.changes(operatorOf(principal), checkVehicleId(values.vehicleId))
      if (!found) throw new ProblemError('not-found')
      const { id, recordReadAt, changes } = found
      const shownChanges = seesPeople(principal) ? changes : changesForViewers(changes)
      return { data: { id, recordReadAt, changes: shownChanges } }
    },
  ),

  route(
    'PUT /api/watch-list/{vehicleId}',
    { role: 'viewer', body: watchSchema, example: { body: { list: 'own' } } },
    async (context) => {
      const { app, values, principal, body, record } = context
      const id = checkVehicleId(values.vehicleId)
      await requireList(context, 'watch', body.list, id)
      const list = await app.watchList()
      const added = await list.add(ownerOf(principal, body.list), id, operatorOf(principal))
      if (added === 'full') throw new ProblemError('watch-list-full')
      if (added === 'added' && body.list === 'shared') await record('watch', `vehicle ${id}`)
      return { data: null }
    },
  ),

  route(
    'DELETE /api/watch-list/{vehicleId}',
    { role: 'viewer', parameters: listParameters, example: { list: 'own' } },
    async (context) => {
      const { app, values, principal, record } = context
      const { list } = context.parameters
      const id = checkVehicleId(values.vehicleId)
      await requireList(context, 'unwatch', list, id)
      const removed = await (await app.watchList()).remove(ownerOf(principal, list), id)
      if (removed && list === 'shared') await record('unwatch', `vehicle ${id}`)
      return { data: null }
    },
  ),
] as const

/** Viewers have a list of their own, and see the shared one. @throws ProblemError role-required */
async function requireList(
  { principal, record }: AnyContext,
  action: 'watch' | 'unwatch',
  list: WatchListName,
  id: string,
): Promise<void> {
  if (list === 'own' || seesPeople(principal)) return
  await record(action, `vehicle ${id}`, 'role-required')
  throw new ProblemError('role-required')
}

function operatorOf({ operator }: Principal): string | null {
  return operator?.id ?? null
}

/** Without sign-in there is one list. */
function ownerOf(principal: Principal, list: WatchListName): string | null {
  return list === 'own' ? operatorOf(principal) : null
}
