import { z } from 'zod'
import {
  OFF_ROAD_METRES,
  type RoadAnswer,
  type RoadPath,
  type RoadTimes,
} from '@/lib/api/contract/roads'
import type { Settings } from '@/lib/app/settings/read-settings'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { type Caller, createOwnServer, type OwnServerOptions } from '@/lib/upstream/http/own-server'

type Table = Pick<RoadTimes, 'isOffRoad' | 'times'>

type RouterSettings = NonNullable<Settings['ROUTER_URL']>
type Refusal = 'off-road' | 'no-way'
export type Router = ReturnType<typeof createRouter>
export type RouterOptions = Pick<OwnServerOptions, 'log' | 'send' | 'now'> & {
  readonly timeLimitMs?: number
}

/** Nothing on the road is faster, in km/h. */
export const ROUTER_FASTEST_KMH = 130
/** OSRM takes 100 places in a table, Valhalla 50 by default in older versions. */
const SOURCES_MAXIMUM = { osrm: 99, valhalla: 50 }

/** The router of ROUTER_URL. Answers null where it failed, which the log says. */
export function createRouter(settings: RouterSettings, options: RouterOptions) {
  const protocol = settings.kind === 'osrm' ? osrm(settings) : valhalla(settings)
  const { readRefusal, located } = protocol
  const ask = createOwnServer<Refusal>({
    ...{
      setting: 'ROUTER_URL',
      timeLimitMs: 3_000,
      largestBytes: 1024 * 1024,
      callsAtATime: 2,
      readRefusal,
    },
    ...options,
  })

  /** Valhalla refuses a table with a place off the road: it is asked which, then for the others. */
  async function tableOf(
    to: Position,
    from: readonly Position[],
    caller: Caller,
  ): Promise<Table | null> {
    const askTable = (some: readonly Position[]) =>
      ask(protocol.table(some, to), (json) => protocol.readTable(json, some.length), caller)
    const whole = await askTable(from)
    if (typeof whole !== 'string') return whole
    // A table without a way for one of its places is refused as a whole: of which, is not known.
    if (whole === 'no-way') return { isOffRoad: false, times: from.map(() => 'not-asked') }
    const places = [...from, to]
    const isOnRoad =
      located &&
      (await ask(located.ask(places), (json) => located.read(json, places.length), caller))
    if (!isOnRoad || typeof isOnRoad === 'string') return null
    const isOffRoad = !isOnRoad.at(-1)
    const onRoad = isOffRoad ? [] : from.filter((_, n) => isOnRoad[n])
    // Of as many places as before, the answer would be the same.
    const rest = onRoad.length > 0 && onRoad.length < from.length ? await askTable(onRoad) : null
    if (rest === 'off-road' || (!rest && onRoad.length > 0)) return null
    const known = (
      rest && rest !== 'no-way' ? rest.times : onRoad.map(() => 'not-asked' as const)
    ).values()
    const times = from.map(
      (_, n): RoadAnswer => (isOnRoad[n] ? (known.next().value ?? 'none') : 'off-road'),
    )
    return { isOffRoad, times }
  }

  return {
    /** Of the nearest by air; the others are `not-asked`. */
    async times(to: Position, from: readonly Position[], caller: Caller): Promise<Table | null> {
      const far = from.map((position) => distanceMetres(position, to))
      const byDistance = [...from.keys()].sort((a, b) => far[a]! - far[b]!)
      const asked = byDistance.slice(0, SOURCES_MAXIMUM[settings.kind]).sort((a, b) => a - b)
      if (asked.length === 0) return { isOffRoad: false, times: [] }
      const nearest = asked.map((index) => from[index]!)
      const table = await tableOf(to, nearest, caller)
      if (!table) return null
      const times: RoadAnswer[] = from.map(() => 'not-asked')
      for (const [n, index] of asked.entries()) times[index] = table.times[n]!
      return { ...table, times }
    },
    async path(from: Position, to: Position, caller: Caller): Promise<RoadPath | null> {
      // In an object: a way that is not there is an answer too.
      const found = await ask(
        protocol.path(from, to),
        (json) => ({ path: protocol.readPath(json) }),
        caller,
      )
      return typeof found === 'string' ? { path: null } : found
    },
  }
}

const amount = z.number().min(0)
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

function answerOf(seconds: number | null, metres: number | null): RoadAnswer {
  if (seconds === null || metres === null) return 'none'
  return { seconds: Math.round(seconds), metres: Math.round(metres) }
}

const snapped = z.object({ distance: amount.optional() })
const column = z.array(z.tuple([amount.nullable()]))
const osrmTable = z.object({
  ...{ code: z.literal('Ok'), durations: column, distances: column },
  ...{ sources: z.array(snapped), destinations: z.tuple([snapped]) },
})
const line = z.object({ coordinates: z.array(z.tuple([longitude, latitude])).min(2) })
const osrmRoute = z.object({ duration: amount, distance: amount, geometry: line })
const osrmRoutes = z.object({ code: z.literal('Ok'), routes: z.tuple([osrmRoute]).rest(osrmRoute) })
const osrmRefusal = z.object({ code: z.enum(['NoRoute', 'NoSegment']) })

/** Readers throw ZodError for an answer of another shape. Source: https://project-osrm.org/docs/v5.24.0/api/ */
function osrm({ url, profile }: { readonly url: string; readonly profile: string }) {
  const lngLat = ({ lat, lng }: Position) => `${lng.toFixed(6)},${lat.toFixed(6)}`
  const ask = (service: string, positions: readonly Position[], query: string) =>
    new Request(`${url}/${service}/v1/${profile}/${positions.map(lngLat).join(';')}?${query}`)
  const isFar = ({ distance = 0 }: z.infer<typeof snapped>) => distance > OFF_ROAD_METRES
  return {
    table(from: readonly Position[], to: Position) {
      const which = `sources=${[...from.keys()].join(';')}&destinations=${from.length}`
      return ask('table', [...from, to], `${which}&annotations=duration,distance`)
    },
    readTable(json: unknown, count: number): Table {
      const isWhole = ({ durations, distances, sources }: z.infer<typeof osrmTable>) =>
        [durations, distances, sources].every(({ length }) => length === count)
      const { sources, destinations, durations, distances } = osrmTable.refine(isWhole).parse(json)
      const times = durations.map(([seconds], n) =>
        isFar(sources[n]!) ? 'off-road' : answerOf(seconds, distances[n]![0]),
      )
      return { isOffRoad: isFar(destinations[0]), times }
    },
    path: (from: Position, to: Position) =>
      ask('route', [from, to], 'overview=full&geometries=geojson'),
    readPath(json: unknown): RoadPath['path'] {
      const [{ duration, distance, geometry }] = osrmRoutes.parse(json).routes
      const points = geometry.coordinates.map(([lng, lat]) => [lat, lng] as const)
      return { seconds: Math.round(duration), metres: Math.round(distance), points }
    },
    /** Of an answer with status 400: a place is off the road, or there is no way. */
    readRefusal(json: unknown): Refusal | null {
      const { data } = osrmRefusal.safeParse(json)
      return data ? (data.code === 'NoRoute' ? 'no-way' : 'off-road') : null
    },
    located: null,
  }
}

const NO_EDGE = 171
// Too far, regions without a road between them, and no path found in two ways.
const NO_PATH = [154, 170, 441, 442]
const cell = z.object({ time: amount.nullable(), distance: amount.nullable() })
const valhallaTrip = z.object({
  status: z.literal(0),
  summary: z.object({ time: amount, length: amount }),
  legs: z.tuple([z.object({ shape: z.string() })]),
})
const valhallaLocated = z.array(z.object({ edges: z.array(z.unknown()).nullish() }))
const valhallaRefusal = z.object({ error_code: z.literal([NO_EDGE, ...NO_PATH]) })

/** Source: https://valhalla.github.io/valhalla/api/matrix/api-reference/, and its pages for turn-by-turn and locate */
function valhalla({ url }: { readonly url: string }) {
  const place = ({ lat, lng }: Position) => ({ lat, lon: lng, search_cutoff: OFF_ROAD_METRES })
  const ask = (path: string, body: object) => {
    const json = JSON.stringify({ ...body, costing: 'auto', units: 'kilometers' })
    return new Request(`${url}/${path}?${new URLSearchParams({ json })}`)
  }
  return {
    table: (from: readonly Position[], to: Position) =>
      ask('sources_to_targets', { sources: from.map(place), targets: [place(to)] }),
    // With a place off the road, there is no table.
    readTable(json: unknown, count: number): Table {
      const table = z.object({ sources_to_targets: z.array(z.tuple([cell])).length(count) })
      const rows = table.parse(json).sources_to_targets
      const times = rows.map(([{ time, distance }]) => answerOf(time, distance && distance * 1000))
      return { isOffRoad: false, times }
    },
    path: (from: Position, to: Position) =>
      ask('route', { locations: [place(from), place(to)], directions_type: 'none' }),
    readPath(json: unknown): RoadPath['path'] {
      const { summary, legs } = z.object({ trip: valhallaTrip }).parse(json).trip
      const points = z
        .array(z.tuple([latitude, longitude]))
        .min(2)
        .parse(decodePolyline(legs[0].shape))
      return {
        seconds: Math.round(summary.time),
        metres: Math.round(summary.length * 1000),
        points,
      }
    },
    readRefusal(json: unknown): Refusal | null {
      const { data } = valhallaRefusal.safeParse(json)
      return data ? (data.error_code === NO_EDGE ? 'off-road' : 'no-way') : null
    },
    located: {
      ask: (places: readonly Position[]) =>
        ask('locate', { locations: places.map(place), verbose: false }),
      read: (json: unknown, count: number): readonly boolean[] =>
        valhallaLocated
          .length(count)
          .parse(json)
          .map(({ edges }) => (edges?.length ?? 0) > 0),
    },
  }
}

/** Of six decimals. Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm */
function decodePolyline(shape: string): number[][] {
  const values: number[] = []
  let [value, shift] = [0, 0]
  for (const letter of shape) {
    const bits = letter.charCodeAt(0) - 63
    // Not `|`, which ends at 32 bits.
    value += (bits & 31) * 2 ** shift
    shift += 5
    if (bits >= 32) continue
    values.push((value % 2 === 1 ? -(value + 1) / 2 : value / 2) + (values.at(-2) ?? 0))
    ;[value, shift] = [0, 0]
  }
  return Array.from({ length: values.length >> 1 }, (_, n) => [
    values[2 * n]! / 1e6,
    values[2 * n + 1]! / 1e6,
  ])
}
