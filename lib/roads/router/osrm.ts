import { z } from 'zod'
import { OFF_ROAD_METRES } from '@/lib/contract/road-limits'
import type { Position } from '@/lib/interface/resources'
import { answerOf, type RouterProtocol } from './protocol'

const amount = z.number().min(0)
const snapped = z.object({ distance: amount.optional() })

// Source: https://project-osrm.org/docs/v5.24.0/api/
const tableSchema = z.object({
  code: z.literal('Ok'),
  durations: z.array(z.tuple([amount.nullable()])),
  distances: z.array(z.tuple([amount.nullable()])),
  sources: z.array(snapped),
  destinations: z.tuple([snapped]),
})

const routeSchema = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        duration: amount,
        distance: amount,
        geometry: z.object({
          coordinates: z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])).min(2),
        }),
      }),
    )
    .min(1),
})

const refusalSchema = z.object({ code: z.enum(['NoRoute', 'NoSegment']) })

export function osrm({ url, profile }: { readonly url: string; readonly profile: string }): RouterProtocol {
  const ask = (service: string, positions: readonly Position[], query: string) =>
    new Request(`${url}/${service}/v1/${profile}/${positions.map(lngLat).join(';')}?${query}`)
  return {
    table: (from, to) =>
      ask(
        'table',
        [...from, to],
        `sources=${from.map((_, n) => n).join(';')}&destinations=${from.length}&annotations=duration,distance`,
      ),
    readTable(json, count) {
      const table = tableSchema
        .refine(({ durations, distances, sources }) =>
          [durations, distances, sources].every(({ length }) => length === count),
        )
        .parse(json)
      return {
        isOffRoad: isFar(table.destinations[0]),
        times: table.durations.map(([seconds], n) =>
          isFar(table.sources[n]) ? 'off-road' : answerOf(seconds, table.distances[n]![0]),
        ),
      }
    },
    path: (from, to) => ask('route', [from, to], 'overview=full&geometries=geojson'),
    readPath(json) {
      const { duration, distance, geometry } = routeSchema.parse(json).routes[0]!
      const points = geometry.coordinates.map(([lng, lat]) => [lat, lng] as const)
      return { seconds: Math.round(duration), metres: Math.round(distance), points }
    },
    readRefusal(json) {
      const { data } = refusalSchema.safeParse(json)
      return data ? (data.code === 'NoRoute' ? 'no-way' : 'off-road') : null
    },
  }
}

function isFar(point: { distance?: number | undefined } | undefined): boolean {
  return (point?.distance ?? 0) > OFF_ROAD_METRES
}

function lngLat({ lat, lng }: Position): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`
}
