import { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { WATCH_LISTS, type WatchedChanges, type WatchList } from '@/lib/api/contract/watch-list'
import { oneOf, required } from '@/lib/api/http/input'
import { type Result, route } from '@/lib/api/http/route'
import { changesForList, changesForViewers } from '@/lib/fleet/watch-list/watched-state'
import { operatorOf, ownerOf, requireList } from './own-or-shared'
import { checkVehicleId, openRecord, seesPeople } from './service'

const listParameters = { list: required(oneOf(WATCH_LISTS)) }
const watchSchema = z.strictObject({ list: z.enum(WATCH_LISTS) })

export const watchList = [
  // Without values that may be personal, so that it can be refreshed without an audit event.
  route(
    'GET /api/watch-list',
    { summary: 'The watched vehicles', role: 'viewer' },
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
    {
      summary: 'The changes of a watched vehicle',
      role: 'viewer',
      audit: ({ vehicleId }) => openRecord(`vehicle ${vehicleId}`),
    },
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
    {
      summary: 'Watch a vehicle',
      role: 'viewer',
      body: watchSchema,
      example: { body: { list: 'own' } },
    },
    async (context) => {
      const { app, values, principal, body, record } = context
      const id = checkVehicleId(values.vehicleId)
      await requireList(context, body.list, 'watch', `vehicle ${id}`)
      const list = await app.watchList()
      const added = await list.add(ownerOf(principal, body.list), id, operatorOf(principal))
      if (added === 'full') throw new ProblemError('watch-list-full')
      if (added === 'added' && body.list === 'shared') await record('watch', `vehicle ${id}`)
      return { data: null }
    },
  ),

  route(
    'DELETE /api/watch-list/{vehicleId}',
    {
      summary: 'Stop watching a vehicle',
      role: 'viewer',
      parameters: listParameters,
      example: { list: 'own' },
    },
    async (context) => {
      const { app, values, principal, record } = context
      const { list } = context.parameters
      const id = checkVehicleId(values.vehicleId)
      await requireList(context, list, 'unwatch', `vehicle ${id}`)
      const removed = await (await app.watchList()).remove(ownerOf(principal, list), id)
      if (removed && list === 'shared') await record('unwatch', `vehicle ${id}`)
      return { data: null }
    },
  ),
] as const
