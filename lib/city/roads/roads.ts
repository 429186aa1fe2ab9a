import {
  ROAD_KINDS,
  type RoadAnswer,
  type RoadGraphState,
  type RoadKind,
  type RoadPath,
  type RoadStreets,
  type RoadTime,
  type RoadTimes,
  type RoadWaits,
} from '@/lib/api/contract/roads'
import type { City } from '@/lib/city/city'
import { DRIVING } from '@/lib/city/road-rules'
import { ROUTER_FASTEST_KMH, type Router } from '@/lib/city/router'
import type { Position } from '@/lib/interface/resources'
import type { Caller } from '@/lib/upstream/http/json-client'
import { NO_WAY, OFF_ROAD } from './times-to'
import { type LongestWait, NO_VEHICLE } from './waits'

/** An answer whose JSON was made in the thread. */
export interface JsonAnswer {
  readonly json: string
  /** Only the nearest streets of the circle: it has too many. */
  readonly isCut: boolean
}

export type Roads = ReturnType<typeof createRoads>

/** Fields of an answer besides the list whose JSON the thread made. */
interface StreetsHeader extends RoadGraphState {
  readonly classes: RoadStreets['classes']
}

interface WaitsHeader extends RoadGraphState {
  readonly longest: RoadWaits['longest']
}

/**
 * Positions in plain numbers are latitude and longitude in turn, in millionths of a degree; `kinds`
 * are indices of ROAD_KINDS, without which all vehicles are cars.
 * @param router is asked first for times and ways
 * @param factor on the router's times; the city's have it
 */
export function createRoads(city: City, router: Router | null = null, factor = 1) {
  const hasNoRoads = () => city.opened !== null && city.opened.network === null
  const state = (): RoadTimes['state'] => (hasNoRoads() ? 'none' : city.state)
  const version = () => city.opened?.network?.version ?? null

  const ask: City['request'] = async (...request) => {
    return hasNoRoads() ? null : city.request(...request)
  }

  /** A router knows cars: on their way, a bicycle's time follows from the distance. */
  function routedTime<Time extends RoadTime>(time: Time, kind: RoadKind): Time {
    let { seconds } = time
    if (kind === 'bicycle') {
      const bicycleSeconds = (time.metres * 3.6) / DRIVING.bicycle.mostKmh
      seconds = Math.max(seconds, bicycleSeconds)
    }
    return { ...time, seconds: Math.round(factor * seconds) }
  }

  async function timesOfRouter(
    to: Position,
    from: readonly number[],
    caller: Caller,
    kinds?: readonly number[],
  ): Promise<RoadTimes | null> {
    const table = await router?.times(to, positionsOf(from), caller)
    if (!table) return null
    const times = table.times.map((answer, n) => {
      if (typeof answer !== 'object') return answer
      const kind = ROAD_KINDS[kinds?.[n] ?? 0]!
      return routedTime(answer, kind)
    })
    return {
      state: 'ready',
      source: 'router',
      isOffRoad: table.isOffRoad,
      fastestKmh: ROUTER_FASTEST_KMH / factor,
      times,
    }
  }

  async function timesOfCity(
    to: Position,
    from: readonly number[],
    caller: Caller,
    kinds?: readonly number[],
  ): Promise<RoadTimes | null> {
    const request = {
      to: millionths(to),
      from: Int32Array.from(from),
      ...(kinds && { kinds }),
    }
    const answer = await ask('times', request, caller)
    if (!answer) return null
    return {
      state: 'ready',
      source: city.source,
      isOffRoad: answer.isOffRoad,
      fastestKmh: city.opened?.network?.fastestKmh ?? null,
      times: Array.from(answer.seconds, (seconds, n) => answerOf(seconds, answer.metres[n]!)),
    }
  }

  function missingTimes(count: number): RoadTimes {
    const rest = {
      isOffRoad: false,
      fastestKmh: null,
      times: Array.from({ length: count }, (): RoadAnswer => 'none'),
    }
    if (state() !== 'none') return { state: state(), source: city.source, ...rest }
    if (router) return { state: 'failed', source: 'router', ...rest }
    return { state: 'none', source: null, ...rest }
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
      return (
        (await timesOfRouter(to, from, caller, kinds)) ??
        (await timesOfCity(to, from, caller, kinds)) ??
        missingTimes(from.length / 2)
      )
    },
    async path(
      from: Position,
      to: Position,
      caller: Caller,
      kind: RoadKind = 'car',
    ): Promise<RoadPath> {
      const found = await router?.path(from, to, caller)
      if (found) return { path: found.path && routedTime(found.path, kind) }
      const request = {
        from: millionths(from),
        to: millionths(to),
        kind,
      }
      return { path: await ask('path', request, caller) }
    },
    /** Data of type `RoadStreets`. */
    async streets(centre: Position, radius: number, caller: Caller): Promise<JsonAnswer> {
      const answer = await ask('streets', { centre: millionths(centre), radius }, caller)
      const header: StreetsHeader = {
        state: state(),
        version: version() ?? '',
        classes: answer?.classes ?? [],
      }
      return {
        json: withList(header, 'streets', answer?.json ?? '[]'),
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
      const request = {
        centre: millionths(centre),
        radius,
        from: Int32Array.from(from),
        ...(kinds && { kinds }),
      }
      const answer = await ask('waits', request, caller)
      const header: WaitsHeader = {
        state: state(),
        version: version() ?? '',
        longest: answer?.longest ? longestOf(answer.longest) : null,
      }
      return {
        json: withList(header, 'seconds', answer?.json ?? '[]'),
        isCut: answer?.isCut ?? false,
      }
    },
  }
}

function longestOf({ seconds, name }: LongestWait): RoadWaits['longest'] {
  return {
    seconds: seconds === NO_VEHICLE ? null : seconds,
    name: name || null,
  }
}

function answerOf(seconds: number, metres: number): RoadAnswer {
  if (seconds === OFF_ROAD) return 'off-road'
  if (seconds === NO_WAY) return 'none'
  return {
    seconds: Math.round(seconds),
    metres: Math.round(metres),
  }
}

function positionsOf(flat: readonly number[]): Position[] {
  const positions: Position[] = []
  for (let n = 0; n < flat.length; n += 2) {
    positions.push({ lat: flat[n]! / 1e6, lng: flat[n + 1]! / 1e6 })
  }
  return positions
}

function millionths({ lat, lng }: Position): [lat: number, lng: number] {
  return [Math.round(lat * 1e6), Math.round(lng * 1e6)]
}

/** JSON of an object with one more field, whose JSON is known. */
function withList(header: object, name: string, json: string): string {
  const opening = JSON.stringify(header).slice(0, -1)
  return `${opening},"${name}":${json}}`
}
