import type { RouterSettings } from '@/lib/config/settings'
import type { RoadAnswer, RoadPath } from '@/lib/contract/roads'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { Send } from '@/lib/upstream/http/network'
import { type Caller, createOwnServer } from '@/lib/upstream/http/own-server'
import { osrm } from './osrm'
import type { Refusal, RouterProtocol, Table } from './protocol'
import { valhalla } from './valhalla'

/** The router of ROUTER_URL. Answers null where it failed, which the log says. */
export interface Router {
  /** The nearest by air; the others are `not-asked`. */
  times(to: Position, from: readonly Position[], caller: Caller): Promise<Table | null>
  path(from: Position, to: Position, caller: Caller): Promise<RoadPath | null>
}

export interface RouterOptions {
  readonly log: (message: string) => void
  readonly send?: Send
  readonly timeLimitMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** Nothing on the road is faster, in km/h. */
export const ROUTER_FASTEST_KMH = 130
/** OSRM takes 100 places in a table, Valhalla 50 by default in older versions. */
const SOURCES_MAXIMUM = { osrm: 99, valhalla: 50 }
const TIME_LIMIT_MS = 3_000
const LARGEST_ANSWER_BYTES = 1024 * 1024
const CALLS_AT_A_TIME = 2

export function createRouter(settings: RouterSettings, options: RouterOptions): Router {
  const { log, send, now, timeLimitMs = TIME_LIMIT_MS } = options
  const protocol: RouterProtocol = settings.kind === 'osrm' ? osrm(settings) : valhalla(settings)
  const ask = createOwnServer<Refusal>({
    setting: 'ROUTER_URL',
    timeLimitMs,
    largestBytes: LARGEST_ANSWER_BYTES,
    callsAtATime: CALLS_AT_A_TIME,
    readRefusal: protocol.readRefusal,
    ...{ log, send, now },
  })

  async function askTable(to: Position, from: readonly Position[], caller: Caller) {
    return ask(protocol.table(from, to), (json) => protocol.readTable(json, from.length), caller)
  }

  /** Leaves out places off the road, which the router refuses. */
  async function tableOf(to: Position, from: readonly Position[], caller: Caller) {
    const whole = await askTable(to, from, caller)
    if (typeof whole !== 'string') return whole
    if (whole === 'no-way') return unknownTimes(from)
    const { located } = protocol
    if (!located) return null
    const read = (json: unknown) => located.read(json, from.length + 1)
    const isOnRoad = await ask(located.ask([...from, to]), read, caller)
    if (!isOnRoad || typeof isOnRoad === 'string') return null
    const table: Table = {
      isOffRoad: !isOnRoad.at(-1),
      times: from.map((_, n) => (isOnRoad[n] ? 'none' : 'off-road')),
    }
    const onRoad = from.filter((_, n) => isOnRoad[n])
    if (table.isOffRoad || onRoad.length === 0) return table
    const rest = onRoad.length < from.length ? await askTable(to, onRoad, caller) : null
    if (!rest || rest === 'off-road') return null
    const { times: known } = rest === 'no-way' ? unknownTimes(onRoad) : rest
    const times = known.values()
    return { ...table, times: table.times.map((time) => (time === 'off-road' ? time : times.next().value!)) }
  }

  return {
    async times(to, from, caller) {
      const asked = nearest(to, from, SOURCES_MAXIMUM[settings.kind])
      if (asked.length === 0) return { isOffRoad: false, times: [] }
      const positions = asked.map((index) => from[index]!)
      const table = await tableOf(to, positions, caller)
      if (!table) return null
      const times: RoadAnswer[] = from.map(() => 'not-asked')
      for (const [n, index] of asked.entries()) times[index] = table.times[n]!
      return { isOffRoad: table.isOffRoad, times }
    },
    async path(from, to, caller) {
      // In an object: a way that is not there is an answer too.
      const found = await ask(protocol.path(from, to), (json) => ({ path: protocol.readPath(json) }), caller)
      return typeof found === 'string' ? { path: null } : found
    },
  }
}

/** A table without a way for one of its places is refused as a whole: whose it is, is not known. */
function unknownTimes(from: readonly Position[]): Table {
  return { isOffRoad: false, times: from.map(() => 'not-asked') }
}

function nearest(to: Position, from: readonly Position[], most: number): number[] {
  const indices = from.map((_, index) => index)
  if (indices.length <= most) return indices
  const far = from.map((position) => distanceMetres(position, to))
  return indices.sort((a, b) => far[a]! - far[b]!).slice(0, most)
}
