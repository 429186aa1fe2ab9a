import { z } from 'zod'
import { OFF_ROAD_METRES, type RoadPath } from '@/lib/api/contract/roads'
import type { Position } from '@/lib/interface/resources'
import { answerOf, type Refusal, type RouterProtocol, type TimesTable } from './router-protocol'

const amount = z.number().min(0)
// OSRM answers -0.1 where a vehicle stands just beyond the pick-up on the same street.
const roundedAmount = z
  .number()
  .min(-1)
  .transform((value) => Math.max(0, value))
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
// Null: it was not found on any road.
const snappedPlace = z.object({ distance: amount.optional() }).nullable()
const column = z.array(z.tuple([roundedAmount.nullable()]))

const tableAnswer = z.object({
  code: z.literal('Ok'),
  durations: column,
  distances: column,
  sources: z.array(snappedPlace),
  destinations: z.tuple([snappedPlace]),
})

const route = z.object({
  duration: amount,
  distance: amount,
  geometry: z.object({
    coordinates: z.array(z.tuple([longitude, latitude])).min(2),
  }),
})

const routeAnswer = z.object({
  code: z.literal('Ok'),
  routes: z.tuple([route]).rest(route),
})

const refusalAnswer = z.object({
  code: z.enum(['NoRoute', 'NoTable', 'NoSegment', 'TooBig']),
  message: z.string().optional().catch(undefined),
})

interface OsrmSettings {
  readonly url: string
  readonly profile: string
}

/** Source: https://project-osrm.org/docs/v5.24.0/api/ */
export function createOsrm({ url, profile }: OsrmSettings): RouterProtocol {
  function request(service: string, positions: readonly Position[], query: string): Request {
    const coordinates = positions.map(lngLat).join(';')
    return new Request(`${url}/${service}/v1/${profile}/${coordinates}?${query}`)
  }

  return {
    table(from: readonly Position[], to: Position) {
      const sources = [...from.keys()].join(';')
      const query = `sources=${sources}&destinations=${from.length}&annotations=duration,distance`
      return request('table', [...from, to], query)
    },

    readTable(json: unknown, count: number): TimesTable {
      const isWhole = ({ durations, distances, sources }: z.infer<typeof tableAnswer>) =>
        [durations, distances, sources].every(({ length }) => length === count)
      const table = tableAnswer.refine(isWhole).parse(json)
      const times = table.durations.map(([seconds], n) => {
        if (isFar(table.sources[n]!)) return 'off-road'
        const metres = table.distances[n]![0]
        return answerOf(seconds, metres)
      })
      return {
        isOffRoad: isFar(table.destinations[0]),
        times,
      }
    },

    path(from: Position, to: Position) {
      return request('route', [from, to], 'overview=full&geometries=geojson')
    },

    readPath(json: unknown): RoadPath['path'] {
      const [{ duration, distance, geometry }] = routeAnswer.parse(json).routes
      return {
        seconds: Math.round(duration),
        metres: Math.round(distance),
        points: geometry.coordinates.map(([lng, lat]) => [lat, lng] as const),
      }
    },

    readRefusal(json: unknown): Refusal | null {
      const { data } = refusalAnswer.safeParse(json)
      if (!data) return null
      if (data.code === 'NoRoute' || data.code === 'NoTable') return { kind: 'no-way' }
      if (data.code === 'TooBig') return { kind: 'too-many' }
      const place = /coordinate (\d+)/.exec(data.message ?? '')?.[1]
      return {
        kind: 'off-road',
        place: place === undefined ? null : Number(place),
      }
    },

    locate: null,
  }
}

function lngLat({ lat, lng }: Position): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`
}

function isFar(place: z.infer<typeof snappedPlace>): boolean {
  return place === null || (place.distance ?? 0) > OFF_ROAD_METRES
}
