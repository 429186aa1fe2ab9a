import {
  ROAD_KINDS,
  type RoadAnswer,
  type RoadKind,
  type RoadPath,
  type RoadStreets,
  type RoadTime,
  type RoadTimes,
  type RoadWaits,
} from '@/lib/api/contract/roads'
import type { Caller, City } from '@/lib/city/city'
import { DRIVING } from '@/lib/city/road-rules'
import { ROUTER_FASTEST_KMH, type Router } from '@/lib/city/router'
import type { Position } from '@/lib/interface/resources'
import { NO_WAY, OFF_ROAD } from './times-to'
import { NO_VEHICLE } from './waits'

/** An answer whose JSON was made in the thread. */
export interface JsonAnswer {
  readonly json: string
  /** Only the nearest streets of the circle: it has too many. */
  readonly isCut: boolean
}

export type Roads = ReturnType<typeof createRoads>

/**
 * Positions in plain numbers are latitude and longitude in turn, in millionths of a degree; `kinds`
 * are indices of ROAD_KINDS, without which all vehicles are cars.
 * @param router is asked first for times and ways
 * @param factor on the router's times; the city's have it
 */
export function createRoads(city: City, router: Router | null = null, factor = 1) {
  const hasNone = () => city.opened !== null && city.opened.network === null
  const state = (): RoadTimes['state'] => (hasNone() ? 'none' : city.state)
  const version = () => city.opened?.network?.version ?? null
  const ask: City['request'] = async (...request) => (hasNone() ? null : city.request(...request))

  /** A router knows cars: a bicycle is as long on their way as it is far. */
  function routed<Time extends RoadTime>(time: Time, kind: RoadKind): Time {
    const { seconds, metres } = time
    const own = kind === 'bicycle' ? (metres * 3.6) / DRIVING.bicycle.mostKmh : seconds
    return { ...time, seconds: Math.round(factor * Math.max(seconds, own)) }
  }

  return {
    /** Of the loaded roads; null until then. */
    get version() {
      return version()
    },
    async times(
      to: Position,
      from: readonly number[],
      caller: Caller,
      kinds?: readonly number[],
    ): Promise<RoadTimes> {
      const table = router && (await router.times(to, positionsOf(from), caller))
      if (table) {
        const times = table.times.map((answer, n) =>
          typeof answer === 'object' ? routed(answer, ROAD_KINDS[kinds?.[n] ?? 0]!) : answer,
        )
        return {
          state: 'ready',
          source: 'router',
          fastestKmh: ROUTER_FASTEST_KMH / factor,
          ...table,
          times,
        }
      }
      const value = { to: millionths(to), from: Int32Array.from(from), ...(kinds && { kinds }) }
      const answer = await ask('times', value, caller)
      if (!answer) {
        const times = Array.from({ length: from.length / 2 }, (): RoadAnswer => 'none')
        const rest = { isOffRoad: false, fastestKmh: null, times }
        if (state() !== 'none') return { state: state(), source: city.source, ...rest }
        return router
          ? { state: 'failed', source: 'router', ...rest }
          : { state: 'none', source: null, ...rest }
      }
      return {
        state: 'ready',
        source: city.source,
        isOffRoad: answer.isOffRoad,
        fastestKmh: city.opened?.network?.fastestKmh ?? null,
        times: Array.from(answer.seconds, (seconds, n) => answerOf(seconds, answer.metres[n]!)),
      }
    },
    async path(
      from: Position,
      to: Position,
      caller: Caller,
      kind: RoadKind = 'car',
    ): Promise<RoadPath> {
      const found = router && (await router.path(from, to, caller))
      if (found) return { path: found.path && routed(found.path, kind) }
      const path = await ask('path', { from: millionths(from), to: millionths(to), kind }, caller)
      return { path: path ?? null }
    },
    /** Data of type `RoadStreets`. */
    async streets(centre: Position, radius: number, caller: Caller): Promise<JsonAnswer> {
      const answer = await ask('streets', { centre: millionths(centre), radius }, caller)
      const rest: Omit<RoadStreets, 'streets'> = { state: state(), version: version() ?? '' }
      return {
        json: withList(rest, 'streets', answer?.json ?? '[]'),
        isCut: answer?.isCut ?? false,
      }
    },
    /** Data of type `RoadWaits`. */
    async waits(
      centre: Position,
      radius: number,
      from: readonly number[],
      caller: Caller,
      kinds?: readonly number[],
    ): Promise<JsonAnswer> {
      const vehicles = { from: Int32Array.from(from), ...(kinds && { kinds }) }
      const value = { centre: millionths(centre), radius, ...vehicles }
      const answer = await ask('waits', value, caller)
      const found = answer?.longest
      const longest = found
        ? { seconds: found.seconds === NO_VEHICLE ? null : found.seconds, name: found.name || null }
        : null
      const rest: Omit<RoadWaits, 'seconds'> = { state: state(), version: version() ?? '', longest }
      return {
        json: withList(rest, 'seconds', answer?.json ?? '[]'),
        isCut: answer?.isCut ?? false,
      }
    },
  }
}

function answerOf(seconds: number, metres: number): RoadAnswer {
  if (seconds === OFF_ROAD) return 'off-road'
  return seconds === NO_WAY ? 'none' : { seconds: Math.round(seconds), metres: Math.round(metres) }
}

function positionsOf(flat: readonly number[]): Position[] {
  return Array.from({ length: flat.length / 2 }, (_, n) => ({
    lat: flat[2 * n]! / 1e6,
    lng: flat[2 * n + 1]! / 1e6,
  }))
}

function millionths({ lat, lng }: Position): [lat: number, lng: number] {
  return [Math.round(lat * 1e6), Math.round(lng * 1e6)]
}

/** JSON of an object with one more field, whose JSON is known. */
function withList(rest: object, name: string, json: string): string {
  return `${JSON.stringify(rest).slice(0, -1)},"${name}":${json}}`
}
