import type { RoadAnswer, RoadPath } from '@/lib/api/contract/roads'
import type { Settings } from '@/lib/app/settings/read-settings'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import {
  type Caller,
  createJsonClient,
  type JsonClientHost,
  Refused,
} from '@/lib/upstream/http/json-client'
import { createOsrm } from './osrm'
import type { Refusal, TimesTable } from './router-protocol'
import { createValhalla } from './valhalla'

type RouterSettings = NonNullable<Settings['ROUTER_URL']>

export interface RouterOptions extends JsonClientHost {
  readonly timeLimitMs?: number
}

export type Router = ReturnType<typeof createRouter>

/** Nothing on the road is faster, in km/h. */
export const ROUTER_FASTEST_KMH = 130
/** OSRM takes 100 places in a table, Valhalla 50 by default in older versions. */
const SOURCES_MAXIMUM = { osrm: 99, valhalla: 50 }
/** Places off the road that OSRM names one after the other, a table for each. */
const NAMED_MAXIMUM = 4
/** Between two lines of the log about refused tables. */
const LOG_AGAIN_MS = 60_000

const REASONS: Readonly<Record<Refusal['kind'], string>> = {
  'off-road': 'a place is off the road',
  'no-way': 'there is no way from one of the places',
  'too-many': 'it has too many places',
}

/** The router of ROUTER_URL. Answers null where it failed, which the log says. */
export function createRouter(settings: RouterSettings, options: RouterOptions) {
  const protocol = settings.kind === 'osrm' ? createOsrm(settings) : createValhalla(settings)
  const { log, now = () => performance.now() } = options
  const ask = createJsonClient<Refusal>({
    setting: 'ROUTER_URL',
    timeLimitMs: 3_000,
    largestBytes: 1024 * 1024,
    callsAtATime: 2,
    readRefusal: protocol.readRefusal,
    ...options,
  })
  let sourcesMaximum = SOURCES_MAXIMUM[settings.kind]
  let loggedAtMs = Number.NEGATIVE_INFINITY

  function askTable(from: readonly Position[], to: Position, caller: Caller) {
    const request = protocol.table(from, to)
    const read = (json: unknown) => protocol.readTable(json, from.length)
    return ask(request, read, caller)
  }

  function logRefusal({ kind }: Refusal): void {
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
  ): Promise<TimesTable | 'too-many' | null> {
    const answer = await askTable(from, to, caller)
    if (!(answer instanceof Refused)) return answer

    const { refusal } = answer
    logRefusal(refusal)
    if (refusal.kind === 'too-many') return 'too-many'
    // A table without a way for one of its places is refused as a whole: of which, is not known.
    if (refusal.kind === 'no-way') return withoutTimes(from)
    if (refusal.place === null) return tableOfLocated(to, from, caller)
    return tableWithout(refusal.place, to, from, caller, namedBefore)
  }

  /** OSRM names one place off the road: the table is asked for without it. */
  async function tableWithout(
    place: number,
    to: Position,
    from: readonly Position[],
    caller: Caller,
    namedBefore: number,
  ): Promise<TimesTable | 'too-many' | null> {
    if (place === from.length) return pickupOffRoad(from)

    const others = from.filter((_, n) => n !== place)
    const mayAsk = others.length > 0 && namedBefore < NAMED_MAXIMUM
    const table = mayAsk ? await tableOf(to, others, caller, namedBefore + 1) : withoutTimes(others)
    if (table === null || table === 'too-many') return table
    return {
      isOffRoad: table.isOffRoad,
      times: table.times.toSpliced(place, 0, 'off-road'),
    }
  }

  /** Valhalla does not name the place off the road: it is asked which, then for the others. */
  async function tableOfLocated(
    to: Position,
    from: readonly Position[],
    caller: Caller,
  ): Promise<TimesTable | null> {
    const isOnRoad = await askWhichAreOnRoad([...from, to], caller)
    if (!isOnRoad) return null
    const isPickupOnRoad = isOnRoad.at(-1)
    if (!isPickupOnRoad) return pickupOffRoad(from)

    const onRoad = from.filter((_, n) => isOnRoad[n])
    // Of as many places as before, the answer would be the same.
    if (onRoad.length === from.length) return null
    const table = await tableOfOnRoad(to, onRoad, caller)
    if (!table) return null

    const times: RoadAnswer[] = []
    let known = 0
    for (const n of from.keys()) {
      if (isOnRoad[n]) {
        times.push(table.times[known] ?? 'none')
        known++
      } else {
        times.push('off-road')
      }
    }
    return { isOffRoad: false, times }
  }

  async function askWhichAreOnRoad(
    places: readonly Position[],
    caller: Caller,
  ): Promise<readonly boolean[] | null> {
    const { locate } = protocol
    if (!locate) return null
    const request = locate.request(places)
    const read = (json: unknown) => locate.read(json, places.length)
    const answer = await ask(request, read, caller)
    return answer instanceof Refused ? null : answer
  }

  async function tableOfOnRoad(
    to: Position,
    from: readonly Position[],
    caller: Caller,
  ): Promise<TimesTable | null> {
    if (from.length === 0) return withoutTimes(from)
    const answer = await askTable(from, to, caller)
    if (!(answer instanceof Refused)) return answer
    return answer.refusal.kind === 'no-way' ? withoutTimes(from) : null
  }

  return {
    /** Of the nearest by air; the others are `not-asked`. */
    async times(
      to: Position,
      from: readonly Position[],
      caller: Caller,
    ): Promise<TimesTable | null> {
      if (from.length === 0) return { isOffRoad: false, times: [] }

      const metres = from.map((position) => distanceMetres(position, to))
      const byDistance = [...from.keys()].sort((a, b) => metres[a]! - metres[b]!)
      for (;;) {
        const indices = byDistance.slice(0, sourcesMaximum).sort((a, b) => a - b)
        const nearest = indices.map((index) => from[index]!)
        const table = await tableOf(to, nearest, caller)
        if (table === null) return null

        if (table !== 'too-many') {
          const times: RoadAnswer[] = from.map(() => 'not-asked')
          for (const [n, index] of indices.entries()) times[index] = table.times[n]!
          return { isOffRoad: table.isOffRoad, times }
        }

        if (indices.length === 1) return null
        // A server with a smaller limit keeps it.
        sourcesMaximum = Math.ceil(indices.length / 2)
      }
    },

    async path(from: Position, to: Position, caller: Caller): Promise<RoadPath | null> {
      const request = protocol.path(from, to)
      // In an object: a way that is not there is an answer too.
      const read = (json: unknown) => ({ path: protocol.readPath(json) })
      const answer = await ask(request, read, caller)
      return answer instanceof Refused ? { path: null } : answer
    },
  }
}

function pickupOffRoad(from: readonly Position[]): TimesTable {
  return { isOffRoad: true, times: from.map(() => 'none') }
}

function withoutTimes(from: readonly Position[]): TimesTable {
  return { isOffRoad: false, times: from.map(() => 'not-asked') }
}
