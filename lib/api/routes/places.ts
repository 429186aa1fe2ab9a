import {
  type Found,
  type FoundVehicle,
  findRequestSchema,
  type NearPlaces,
  nearRequestSchema,
} from '@/lib/api/contract/places'
import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import type { Principal } from '@/lib/auth/sessions/principal'
import { ownerOf, shareHolderOf } from '@/lib/auth/shares'
import type { Position } from '@/lib/interface/resources'

interface Caller {
  readonly owner: string
  readonly signal: AbortSignal
}

/** The searches behind the routes. */
export interface PlaceSearch {
  findVehicles(text: string): Promise<readonly FoundVehicle[]>
  findPlaces(text: string, near: Position | null, caller: Caller): Promise<Omit<Found, 'vehicles'>>
  near(positions: readonly Position[], caller: Caller): Promise<NearPlaces>
}

/** Not audited: neither the text nor the results are about a person. */
export function createPlaceRoutes(open: () => Promise<PlaceSearch>, options: HandlerOptions = {}) {
  const handle = createHandler(options)

  return {
    /** `POST /api/find`: vehicles and places that a text may mean. */
    find: (request: Request) =>
      handle(request, { role: 'viewer', body: findRequestSchema }, async ({ body, principal }) => {
        const search = await open()
        const [vehicles, found] = await Promise.all([
          search.findVehicles(body.text),
          body.only === 'vehicles'
            ? NO_PLACES
            : search.findPlaces(body.text, body.near, callerOf(request, principal)),
        ])
        return { data: { vehicles, ...found } satisfies Found }
      }),

    /** `POST /api/places/near`: the addresses nearest to positions. */
    placesNear: (request: Request) =>
      handle(request, { role: 'viewer', body: nearRequestSchema }, async ({ body, principal }) => ({
        data: (await (await open()).near(body.positions, callerOf(request, principal))) satisfies NearPlaces,
      })),
  }
}

const NO_PLACES: Omit<Found, 'vehicles'> = { places: [], index: 'none', geocoder: 'none' }

function callerOf({ signal }: Request, principal: Principal): Caller {
  return { signal, owner: ownerOf(shareHolderOf(principal)) }
}
