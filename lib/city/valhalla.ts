import { z } from 'zod'
import { OFF_ROAD_METRES, type RoadPath } from '@/lib/api/contract/roads'
import type { Position } from '@/lib/interface/resources'
import { answerOf, type Refusal, type RouterProtocol, type TimesTable } from './router-protocol'

const NO_EDGE = 171
// Too far, regions without a road between them, and no path found in two ways.
const NO_PATH = [154, 170, 441, 442]

const amount = z.number().min(0)
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

const cell = z.object({
  time: amount.nullable(),
  distance: amount.nullable(),
})

const routeAnswer = z.object({
  trip: z.object({
    status: z.literal(0),
    summary: z.object({ time: amount, length: amount }),
    legs: z.tuple([z.object({ shape: z.string() })]),
  }),
})

const pathPoints = z.array(z.tuple([latitude, longitude])).min(2)

const locateAnswer = z.array(
  z.object({
    edges: z.array(z.unknown()).nullish(),
  }),
)

const refusalAnswer = z.object({
  error_code: z.literal([NO_EDGE, ...NO_PATH]),
})

/**
 * Source: https://valhalla.github.io/valhalla/api/matrix/api-reference/, and its pages
 * for turn-by-turn and locate
 */
export function createValhalla({ url }: { readonly url: string }): RouterProtocol {
  function request(path: string, body: object): Request {
    const json = JSON.stringify({
      ...body,
      costing: 'auto',
      units: 'kilometers',
    })
    return new Request(`${url}/${path}?${new URLSearchParams({ json })}`)
  }

  return {
    table(from: readonly Position[], to: Position) {
      const body = {
        sources: from.map(locationOf),
        targets: [locationOf(to)],
      }
      return request('sources_to_targets', body)
    },

    // With a place off the road, there is no table.
    readTable(json: unknown, count: number): TimesTable {
      const rowsOfCount = z.array(z.tuple([cell])).length(count)
      const table = z.object({ sources_to_targets: rowsOfCount }).parse(json)
      const times = table.sources_to_targets.map(([{ time, distance }]) =>
        answerOf(time, distance && distance * 1000),
      )
      return { isOffRoad: false, times }
    },

    path(from: Position, to: Position) {
      const body = {
        locations: [locationOf(from), locationOf(to)],
        directions_type: 'none',
      }
      return request('route', body)
    },

    readPath(json: unknown): RoadPath['path'] {
      const { summary, legs } = routeAnswer.parse(json).trip
      return {
        seconds: Math.round(summary.time),
        metres: Math.round(summary.length * 1000),
        points: pathPoints.parse(decodePolyline(legs[0].shape)),
      }
    },

    readRefusal(json: unknown): Refusal | null {
      const { data } = refusalAnswer.safeParse(json)
      if (!data) return null
      if (data.error_code !== NO_EDGE) return { kind: 'no-way' }
      return { kind: 'off-road', place: null }
    },

    locate: {
      request(places: readonly Position[]) {
        return request('locate', { locations: places.map(locationOf), verbose: false })
      },
      read(json: unknown, count: number): readonly boolean[] {
        const places = locateAnswer.length(count).parse(json)
        return places.map(({ edges }) => (edges?.length ?? 0) > 0)
      },
    },
  }
}

function locationOf({ lat, lng }: Position) {
  return {
    lat,
    lon: lng,
    search_cutoff: OFF_ROAD_METRES,
  }
}

/**
 * Of six decimals. Source:
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
function decodePolyline(shape: string): number[][] {
  const values: number[] = []
  let value = 0
  let shift = 0
  for (const letter of shape) {
    const bits = letter.charCodeAt(0) - 63
    // Not `|`, which ends at 32 bits.
    value += (bits & 31) * 2 ** shift
    shift += 5
    const isContinued = bits >= 32
    if (isContinued) continue

    const difference = value % 2 === 1 ? -(value + 1) / 2 : value / 2
    values.push(difference + (values.at(-2) ?? 0))
    value = 0
    shift = 0
  }

  const points: number[][] = []
  for (let n = 0; n + 1 < values.length; n += 2) {
    points.push([values[n]! / 1e6, values[n + 1]! / 1e6])
  }
  return points
}
