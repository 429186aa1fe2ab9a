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
import {
  type Caller,
  createOwnServer,
  type OwnServerOptions,
  Refused,
} from '@/lib/upstream/http/own-server'

type Table = Pick<RoadTimes, 'isOffRoad' | 'times'>

type RouterSettings = NonNullable<Settings['ROUTER_URL']>
type Refusal =
  /**
   * @param place index of the one that is off the road, the destination last;
   * null where it is not named
   */
  | { readonly kind: 'off-road'; readonly place: number | null }
  | { readonly kind: 'no-way' }
  | { readonly kind: 'too-many' }
export type Router = ReturnType<typeof createRouter>
export type RouterOptions = Pick<OwnServerOptions, 'log' | 'send' | 'now'> & {
  readonly timeLimitMs?: number
}

/** Nothing on the road is faster, in km/h. */
export const ROUTER_FASTEST_KMH = 130
/** OSRM takes 100 places in a table, Valhalla 50 by default in older versions. */
const SOURCES_MAXIMUM = { osrm: 99, valhalla: 50 }
/** Places off the road that OSRM names one after the other, a table for each. */
const NAMED_MAXIMUM = 4
/** Between two lines of the log about refused tables. */
const LOG_AGAIN_MS = 60_000

/** The router of ROUTER_URL. Answers null where it failed, which the log says. */
export function createRouter(settings: RouterSettings, options: RouterOptions) {
  const protocol = settings.kind === 'osrm' ? osrm(settings) : valhalla(settings)
  const { readRefusal, located } = protocol
  const { log, now = () => performance.now() } = options
  const ask = createOwnServer<Refusal>({
    setting: 'ROUTER_URL',
    timeLimitMs: 3_000,
    largestBytes: 1024 * 1024,
    callsAtATime: 2,
    readRefusal,
    ...options,
  })
  let sourcesMaximum = SOURCES_MAXIMUM[settings.kind]
  let loggedAtMs = Number.NEGATIVE_INFINITY

  function askTable(from: readonly Position[], to: Position, caller: Caller) {
    return ask(protocol.table(from, to), (json) => protocol.readTable(json, from.length), caller)
  }

  function noteRefusal({ kind }: Refusal): void {
    if (now() < loggedAtMs + LOG_AGAIN_MS) return
    loggedAtMs = now()
    log(`ROUTER_URL: refused a table of times: ${REASONS[kind]}`)
  }

  /** @returns null where the router failed; `too-many` where a smaller table is to be asked for */
  async function tableOf(
    to: Position,
    from: readonly Position[],
    caller: Caller,
    namedBefore = 0,
  ): Promise<Table | 'too-many' | null> {
    const whole = await askTable(from, to, caller)
    if (!(whole instanceof Refused)) return whole
    const { refusal } = whole
    noteRefusal(refusal)
    if (refusal.kind === 'too-many') return 'too-many'
    // A table without a way for one of its places is refused as a whole: of which, is not known.
    if (refusal.kind === 'no-way') return notAsked(from)
    if (refusal.place !== null) return tableWithout(refusal.place, to, from, caller, namedBefore)
    return located ? tableOfLocated(to, from, caller) : null
  }

  /** OSRM names one place off the road: the table is asked for without it. */
  async function tableWithout(
    place: number,
    to: Position,
    from: readonly Position[],
    caller: Caller,
    namedBefore: number,
  ): Promise<Table | 'too-many' | null> {
    if (place === from.length) return pickupOffRoad(from)
    const others = from.filter((_, n) => n !== place)
    const mayAsk = others.length > 0 && namedBefore < NAMED_MAXIMUM
    const rest = mayAsk ? await tableOf(to, others, caller, namedBefore + 1) : notAsked(others)
    if (rest === null || rest === 'too-many') return rest
    return { ...rest, times: rest.times.toSpliced(place, 0, 'off-road') }
  }

  /** Valhalla does not name the place off the road: it is asked which, then for the others. */
  async function tableOfLocated(
    to: Position,
    from: readonly Position[],
    caller: Caller,
  ): Promise<Table | null> {
    if (!located) return null
    const places = [...from, to]
    const isOnRoad = await ask(
      located.ask(places),
      (json) => located.read(json, places.length),
      caller,
    )
    if (!isOnRoad || isOnRoad instanceof Refused) return null
    if (!isOnRoad.at(-1)) return pickupOffRoad(from)
    const onRoad = from.filter((_, n) => isOnRoad[n])
    // Of as many places as before, the answer would be the same.
    if (onRoad.length === from.length) return null
    const rest = onRoad.length > 0 ? await askTable(onRoad, to, caller) : notAsked(onRoad)
    if (rest === null) return null
    const isRefused = rest instanceof Refused
    if (isRefused && rest.refusal.kind !== 'no-way') return null
    const known = (isRefused ? notAsked(onRoad) : rest).times.values()
    const times = from.map(
      (_, n): RoadAnswer => (isOnRoad[n] ? (known.next().value ?? 'none') : 'off-road'),
    )
    return { isOffRoad: false, times }
  }

  return {
    /** Of the nearest by air; the others are `not-asked`. */
    async times(to: Position, from: readonly Position[], caller: Caller): Promise<Table | null> {
      if (from.length === 0) return { isOffRoad: false, times: [] }
      const far = from.map((position) => distanceMetres(position, to))
      const byDistance = [...from.keys()].sort((a, b) => far[a]! - far[b]!)
      for (;;) {
        const asked = byDistance.slice(0, sourcesMaximum).sort((a, b) => a - b)
        const nearest = asked.map((index) => from[index]!)
        const table = await tableOf(to, nearest, caller)
        if (table === null) return null
        if (table !== 'too-many') {
          const times: RoadAnswer[] = from.map(() => 'not-asked')
          for (const [n, index] of asked.entries()) times[index] = table.times[n]!
          return { ...table, times }
        }
        if (asked.length === 1) return null
        // A server with a smaller limit keeps it.
        sourcesMaximum = Math.ceil(asked.length / 2)
      }
    },
    async path(from: Position, to: Position, caller: Caller): Promise<RoadPath | null> {
      // In an object: a way that is not there is an answer too.
      const found = await ask(
        protocol.path(from, to),
        (json) => ({ path: protocol.readPath(json) }),
        caller,
      )
      return found instanceof Refused ? { path: null } : found
    },
  }
}

const REASONS: Readonly<Record<Refusal['kind'], string>> = {
  'off-road': 'a place is off the road',
  'no-way': 'there is no way from one of the places',
  'too-many': 'it has too many places',
}

function pickupOffRoad(from: readonly Position[]): Table {
  return { isOffRoad: true, times: from.map(() => 'none') }
}

function notAsked(from: readonly Position[]): Table {
  return { isOffRoad: false, times: from.map(() => 'not-asked') }
}

const amount = z.number().min(0)
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

function answerOf(seconds: number | null, metres: number | null): RoadAnswer {
  if (seconds === null || metres === null) return 'none'
  return { seconds: Math.round(seconds), metres: Math.round(metres) }
}

// Null: it was not found on any road.
const snapped = z.object({ distance: amount.optional() }).nullable()
// OSRM answers -0.1 where a vehicle stands just beyond the pick-up on the same street.
const roundedAmount = z
  .number()
  .min(-1)
  .transform((value) => Math.max(0, value))
const column = z.array(z.tuple([roundedAmount.nullable()]))
const osrmTable = z.object({
  code: z.literal('Ok'),
  durations: column,
  distances: column,
  sources: z.array(snapped),
  destinations: z.tuple([snapped]),
})
const line = z.object({ coordinates: z.array(z.tuple([longitude, latitude])).min(2) })
const osrmRoute = z.object({ duration: amount, distance: amount, geometry: line })
const osrmRoutes = z.object({ code: z.literal('Ok'), routes: z.tuple([osrmRoute]).rest(osrmRoute) })
const osrmRefusal = z.object({
  code: z.enum(['NoRoute', 'NoSegment', 'TooBig']),
  message: z.string().optional().catch(undefined),
})

/**
 * Readers throw ZodError for an answer of another shape. Source:
 * https://project-osrm.org/docs/v5.24.0/api/
 */
function osrm({ url, profile }: { readonly url: string; readonly profile: string }) {
  const lngLat = ({ lat, lng }: Position) => `${lng.toFixed(6)},${lat.toFixed(6)}`
  const ask = (service: string, positions: readonly Position[], query: string) =>
    new Request(`${url}/${service}/v1/${profile}/${positions.map(lngLat).join(';')}?${query}`)
  const isFar = (place: z.infer<typeof snapped>) =>
    place === null || (place.distance ?? 0) > OFF_ROAD_METRES
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
    readRefusal(json: unknown): Refusal | null {
      const { data } = osrmRefusal.safeParse(json)
      if (!data) return null
      if (data.code === 'NoRoute') return { kind: 'no-way' }
      if (data.code === 'TooBig') return { kind: 'too-many' }
      const place = /coordinate (\d+)/.exec(data.message ?? '')?.[1]
      return { kind: 'off-road', place: place === undefined ? null : Number(place) }
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

/**
 * Source: https://valhalla.github.io/valhalla/api/matrix/api-reference/, and its pages
 * for turn-by-turn and locate
 */
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
      if (!data) return null
      return data.error_code === NO_EDGE ? { kind: 'off-road', place: null } : { kind: 'no-way' }
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

/**
 * Of six decimals. Source:
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
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
