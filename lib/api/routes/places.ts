import { z } from 'zod'
import { type Found, NEAR_MAXIMUM, SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { type Result, route } from '@/lib/api/http/route'

export const positionSchema = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})

/** In a body, so that no log holds the typed text. `near` orders equal hits. */
const findSchema = z.strictObject({
  text: z.string().trim().min(1).max(SEARCH_TEXT_MAXIMUM),
  near: positionSchema.nullable(),
  /** No places: the text is a reference or a plate, which no geocoder needs to see. */
  only: z.literal('vehicles').optional(),
})
const nearSchema = z.strictObject({ positions: z.array(positionSchema).min(1).max(NEAR_MAXIMUM) })

/** Not audited: neither the text nor the results are about a person. */
export const places = [
  // Vehicles and places that a text may mean.
  route(
    'POST /api/find',
    { role: 'viewer', body: findSchema, example: { body: { text: 'Bay', near: null } } },
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
    { role: 'viewer', body: nearSchema, example: { body: { positions: [{ lat: 0, lng: 0 }] } } },
    async ({ app, body, call }) => ({ data: await (await app.places()).near(body.positions, call) }),
  ),
] as const

const NO_PLACES: Omit<Found, 'vehicles'> = { places: [], index: 'none', geocoder: 'none' }
