import { z } from 'zod'
import { OFF_ROAD_METRES } from '@/lib/contract/road-limits'
import type { Position } from '@/lib/interface/resources'
import { answerOf, type RouterProtocol } from './protocol'

const amount = z.number().min(0)

// Source: https://valhalla.github.io/valhalla/api/matrix/api-reference/
const tableSchema = z.object({
  sources_to_targets: z.array(z.tuple([z.object({ time: amount.nullable(), distance: amount.nullable() })])),
})

// Source: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/
const routeSchema = z.object({
  trip: z.object({
    status: z.literal(0),
    summary: z.object({ time: amount, length: amount }),
    legs: z.tuple([z.object({ shape: z.string() })]),
  }),
})

// Source: https://valhalla.github.io/valhalla/api/locate/api-reference/
const locatedSchema = z.array(z.object({ edges: z.array(z.unknown()).nullish() }))

// Source: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/, "Internal error codes"
const NO_EDGE = 171
// Too far, regions without a road between them, and no path found in two ways.
const NO_PATH = [154, 170, 441, 442]
const refusalSchema = z.object({ error_code: z.literal([NO_EDGE, ...NO_PATH]) })

export function valhalla({ url }: { readonly url: string }): RouterProtocol {
  const ask = (path: string, body: object) => {
    const json = JSON.stringify({ ...body, costing: 'auto', units: 'kilometers' })
    return new Request(`${url}/${path}?${new URLSearchParams({ json })}`)
  }
  return {
    table: (from, to) => ask('sources_to_targets', { sources: from.map(place), targets: [place(to)] }),
    readTable(json, count) {
      const { sources_to_targets: rows } = tableSchema
        .refine((table) => table.sources_to_targets.length === count)
        .parse(json)
      const times = rows.map(([{ time, distance }]) =>
        answerOf(time, distance === null ? null : distance * 1000),
      )
      // With a place off the road, there is no table.
      return { isOffRoad: false, times }
    },
    path: (from, to) => ask('route', { locations: [place(from), place(to)], directions_type: 'none' }),
    readPath(json) {
      const { summary, legs } = routeSchema.parse(json).trip
      const points = z
        .array(z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]))
        .min(2)
        .parse(decodePolyline(legs[0].shape))
      return { seconds: Math.round(summary.time), metres: Math.round(summary.length * 1000), points }
    },
    readRefusal(json) {
      const { data } = refusalSchema.safeParse(json)
      return data ? (data.error_code === NO_EDGE ? 'off-road' : 'no-way') : null
    },
    located: {
      ask: (places) => ask('locate', { locations: places.map(place), verbose: false }),
      read: (json, count) =>
        locatedSchema
          .length(count)
          .parse(json)
          .map(({ edges }) => (edges?.length ?? 0) > 0),
    },
  }
}

function place({ lat, lng }: Position) {
  return { lat, lon: lng, search_cutoff: OFF_ROAD_METRES }
}

/**
 * Degrees of a polyline with six decimals.
 * Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
function decodePolyline(text: string): [lat: number, lng: number][] {
  const values: number[] = []
  let [value, shift] = [0, 0]
  for (let n = 0; n < text.length; n++) {
    const bits = text.charCodeAt(n) - 63
    // Not `|`, which ends at 32 bits.
    value += (bits & 31) * 2 ** shift
    shift += 5
    if (bits >= 32) continue
    values.push((value % 2 === 1 ? -(value + 1) / 2 : value / 2) + (values.at(-2) ?? 0))
    value = 0
    shift = 0
  }
  return Array.from({ length: values.length >> 1 }, (_, n) => [
    values[2 * n]! / 1e6,
    values[2 * n + 1]! / 1e6,
  ])
}
