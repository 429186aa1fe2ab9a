import { z } from 'zod'
import {
  type Found,
  type FoundDrivers,
  type FoundPlaces,
  type Landmarks,
  NEAR_MAXIMUM,
  SEARCH_TEXT_MAXIMUM,
} from '@/lib/api/contract/places'
import {
  ROAD_KINDS,
  type RoadStreets,
  type RoadWaits,
  TIMED_MAXIMUM,
  WAIT_RADIUS_MAXIMUM,
  WAITED_MAXIMUM,
} from '@/lib/api/contract/roads'
import { required } from '@/lib/api/http/input'
import { jsonOf, type Result, route } from '@/lib/api/http/route'
import { formatPosition } from '@/lib/interface/position'
import { type Parameter, searchParameters } from '@/lib/interface/search'

const positionSchema = z.strictObject({
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
const findDriversSchema = findSchema.pick({ text: true })
const nearSchema = z.strictObject({ positions: z.array(positionSchema).min(1).max(NEAR_MAXIMUM) })

/** Latitude and longitude in turn, in millionths of a degree. */
const flatPositions = (most: number) =>
  z
    .array(z.int().min(-180_000_000).max(180_000_000))
    .max(most * 2)
    .refine((values) => values.length % 2 === 0, 'latitude and longitude in turn')

/** Index of ROAD_KINDS of each vehicle; without it all are cars. */
const LAST_KIND = ROAD_KINDS.length - 1
const kindsSchema = z.array(z.int().min(0).max(LAST_KIND)).optional()
const oneKindEach = ({ from, kinds }: { from: number[]; kinds?: number[] | undefined }) =>
  kinds === undefined || kinds.length * 2 === from.length
const ONE_KIND_EACH = { path: ['kinds'], message: 'one for each position' }

/** From each vehicle to the pick-up. */
const timesSchema = z
  .strictObject({ to: positionSchema, from: flatPositions(TIMED_MAXIMUM), kinds: kindsSchema })
  .refine(oneKindEach, ONE_KIND_EACH)

/** From the nearest of the vehicles to every street of the circle. */
const waitSchema = z
  .strictObject({
    centre: positionSchema,
    /** In metres. */
    radius: z.number().positive().max(WAIT_RADIUS_MAXIMUM),
    from: flatPositions(WAITED_MAXIMUM),
    kinds: kindsSchema,
  })
  .refine(oneKindEach, ONE_KIND_EACH)

const pathSchema = z.strictObject({
  from: positionSchema,
  to: positionSchema,
  kind: z.enum(ROAD_KINDS).default('car'),
})

const streetParameters = {
  position: required(searchParameters.position),
  radius: required({
    parse: (text) => {
      const radius = searchParameters.radius.parse(text)
      return radius !== null && radius <= WAIT_RADIUS_MAXIMUM ? radius : null
    },
    allowed: `a number of metres above 0, at most ${WAIT_RADIUS_MAXIMUM}, with at most six decimals`,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: WAIT_RADIUS_MAXIMUM },
  } satisfies Parameter<number>),
}

/** A position of a list has up to 24 characters. */
const LARGEST_TIMES_BODY = 64 * 1024
const LARGEST_WAIT_BODY = 512 * 1024

/** Another one with each form of the answer, which a browser keeps over an update of Kerbside. */
const STREETS_FORM = 2

/** Every request revalidates; it is answered without a body while the roads are the same. */
function cacheHeaders(version: string | null, circle: string) {
  if (version === null) return null
  return { etag: `W/"${STREETS_FORM} ${version} ${circle}"`, 'cache-control': 'private, no-cache' }
}

/** A city changes with a restart. */
const LANDMARKS_CACHE_CONTROL = 'private, max-age=600'

const AT = { lat: 51.5, lng: -0.1 }

/**
 * Vehicles, drivers and places that a text may mean; times, ways and waits on the roads. A search
 * for a driver is audited; the rest is about no person.
 */
export const places = [
  route(
    'POST /api/find',
    {
      summary: 'The vehicles and places that a text may mean',
      role: 'viewer',
      body: findSchema,
      example: { body: { text: 'Bay', near: null } },
    },
    async ({ app, body, call }): Promise<Result<Found>> => {
      const search = await app.places()
      const [vehicles, found] = await Promise.all([
        search.findVehicles(body.text),
        body.only === 'vehicles' ? NO_PLACES : search.findPlaces(body.text, body.near, call),
      ])
      return { data: { vehicles, ...found } }
    },
  ),

  // A body too: neither an address nor a log holds the name, and the audit log has no values.
  route(
    'POST /api/find/drivers',
    {
      summary: 'The vehicles whose driver a name or phone number may mean',
      role: 'dispatcher',
      audit: { action: 'find-driver', subject: null },
      body: findDriversSchema,
      example: { body: { text: 'Ada' } },
    },
    async ({ app, body }): Promise<Result<FoundDrivers>> => ({
      data: await (await app.places()).findDrivers(body.text),
    }),
  ),

  route(
    'POST /api/places/near',
    {
      summary: 'The addresses near positions',
      role: 'viewer',
      body: nearSchema,
      example: { body: { positions: [{ lat: 0, lng: 0 }] } },
    },
    async ({ app, body, call }) => ({
      data: await (await app.places()).near(body.positions, call),
    }),
  ),

  route(
    'GET /api/places/landmarks',
    { summary: 'The landmarks of the map', role: 'viewer', example: {} },
    async ({ app, call }): Promise<Result<Landmarks>> => {
      const landmarks = await (await app.places()).landmarks(call)
      if (!landmarks) return { data: { landmarks: [] } }
      return { data: { landmarks }, headers: { 'cache-control': LANDMARKS_CACHE_CONTROL } }
    },
  ),

  route(
    'POST /api/roads/times',
    {
      summary: 'The road times to a point',
      role: 'viewer',
      body: timesSchema,
      largestBody: LARGEST_TIMES_BODY,
      example: { body: { to: AT, from: [51_500_000, -100_000] } },
    },
    async ({ app, body, call }) => ({
      data: await (await app.roads()).times(body.to, body.from, call, body.kinds),
    }),
  ),

  route(
    'POST /api/roads/path',
    {
      summary: 'The way between two points by road',
      role: 'viewer',
      body: pathSchema,
      example: { body: { from: AT, to: AT } },
    },
    async ({ app, body, call }) => ({
      data: await (await app.roads()).path(body.from, body.to, call, body.kind),
    }),
  ),

  route(
    'GET /api/roads/streets',
    {
      summary: 'The streets of a circle, for the wait map',
      role: 'viewer',
      parameters: streetParameters,
      example: { position: '51.5,-0.1', radius: 2000 },
    },
    async ({ app, request, parameters: { position, radius }, call }) => {
      const roads = await app.roads()
      const circle = `${formatPosition(position)} ${radius}`
      const before = cacheHeaders(roads.version, circle)
      const isKnown = before && request.headers.get('if-none-match') === before.etag
      if (isKnown) return new Response(null, { status: 304, headers: before })

      const { json, isCut } = await roads.streets(position, radius, call)
      const headers = cacheHeaders(roads.version, circle)
      return { data: jsonOf<RoadStreets>(json), partial: isCut, ...(headers && { headers }) }
    },
  ),

  route(
    'POST /api/roads/wait',
    {
      summary: 'The waiting times along the streets of a circle',
      role: 'viewer',
      body: waitSchema,
      largestBody: LARGEST_WAIT_BODY,
      example: { body: { centre: AT, radius: 2000, from: [] } },
    },
    async ({ app, body: { centre, radius, from, kinds }, call }) => {
      const { json, isCut } = await (await app.roads()).waits(centre, radius, from, call, kinds)
      return { data: jsonOf<RoadWaits>(json), partial: isCut }
    },
  ),
] as const

const NO_PLACES: FoundPlaces = { places: [], index: 'none', geocoder: 'none' }
