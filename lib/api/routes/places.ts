import { type Found, findRequestSchema, nearRequestSchema } from '@/lib/api/contract/places'
import { type Result, route } from '@/lib/api/http/route'

/** Not audited: neither the text nor the results are about a person. */
export const places = [
  // Vehicles and places that a text may mean.
  route(
    'POST /api/find',
    { role: 'viewer', body: findRequestSchema, example: { body: { text: 'Bay', near: null } } },
    async ({ app, body, call }): Promise<Result<Found>> => {
      const search = await app.places()
      const [vehicles, found] = await Promise.all([
        search.findVehicles(body.text),
        body.only === 'vehicles' ? NO_PLACES : search.findPlaces(body.text, body.near, call),
      ])
      return { data: { vehicles, ...found } }
    },
  ),

  // The addresses nearest to positions.
  route(
    'POST /api/places/near',
    { role: 'viewer', body: nearRequestSchema, example: { body: { positions: [{ lat: 0, lng: 0 }] } } },
    async ({ app, body, call }) => ({ data: await (await app.places()).near(body.positions, call) }),
  ),
] as const

const NO_PLACES: Omit<Found, 'vehicles'> = { places: [], index: 'none', geocoder: 'none' }
