import type { RouterSettings } from '@/lib/config/settings'
import type { RoadAnswer, RoadPath } from '@/lib/contract/roads'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { readJson } from '@/lib/upstream/http/body'
import { createNetworkSend, type Send } from '@/lib/upstream/http/network'
import { createFairQueue } from '@/lib/upstream/resilience/fair-queue'
import { osrm } from './osrm'
import type { Refusal, RouterProtocol, Table } from './protocol'
import { valhalla } from './valhalla'

export interface RouterCaller {
  readonly owner?: string
  readonly signal?: AbortSignal
}

/** The router of ROUTER_URL. Answers null where it failed, which the log says. */
export interface Router {
  /** The nearest by air; the others are `not-asked`. */
  times(to: Position, from: readonly Position[], caller: RouterCaller): Promise<Table | null>
  path(from: Position, to: Position, caller: RouterCaller): Promise<RoadPath | null>
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
const CALLS_PER_SECOND = 5
const CALLS_AT_A_TIME = 2
const WAITING_MAXIMUM = 20
const PAUSE_MS = 15_000
const BUSY = new Error('too many calls')

export function createRouter(settings: RouterSettings, options: RouterOptions): Router {
  const {
    log,
    send = createNetworkSend(),
    now = () => performance.now(),
    timeLimitMs = TIME_LIMIT_MS,
  } = options
  const protocol: RouterProtocol = settings.kind === 'osrm' ? osrm(settings) : valhalla(settings)
  const inTurn = createFairQueue({
    permits: CALLS_AT_A_TIME,
    perSecond: CALLS_PER_SECOND,
    limits: { queueMaximum: WAITING_MAXIMUM, waitMs: timeLimitMs },
    now,
  })
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  /** @param read of the answer's JSON */
  async function call<T>(
    request: Request,
    read: (json: unknown) => T,
    signal: AbortSignal | undefined,
  ): Promise<T | Refusal> {
    const limit = AbortSignal.timeout(timeLimitMs)
    const headers = new Headers(request.headers)
    headers.set('accept', 'application/json')
    headers.set('user-agent', 'Kerbside')
    const response = await send(
      new Request(request, { headers, signal: signal ? AbortSignal.any([limit, signal]) : limit }),
    )
    if (response.status === 400) {
      const refusal = protocol.readRefusal(await readJson(response, LARGEST_ANSWER_BYTES).catch(() => null))
      if (refusal) return refusal
    }
    // Redirects are not followed: another host would learn where vehicles are.
    if (response.status !== 200) {
      if (!response.bodyUsed) await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    return read(await readJson(response, LARGEST_ANSWER_BYTES))
  }

  async function ask<T>(
    request: Request,
    read: (json: unknown) => T,
    caller: RouterCaller,
  ): Promise<T | Refusal | null> {
    const { owner, signal } = caller
    if (now() < pausedUntilMs) return null
    const turn = { ...(owner !== undefined && { owner }), ...(signal && { signal }) }
    try {
      return await inTurn(
        () => call(request, read, signal),
        turn,
        () => BUSY,
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (error === BUSY) return null
      if (now() >= pausedUntilMs) log(`ROUTER_URL: ${reasonOf(error)}; not asked for ${PAUSE_MS / 1000} s`)
      pausedUntilMs = now() + PAUSE_MS
      return null
    }
  }

  async function askTable(to: Position, from: readonly Position[], caller: RouterCaller) {
    return ask(protocol.table(from, to), (json) => protocol.readTable(json, from.length), caller)
  }

  /** Leaves out what is off the road, which the router refuses. */
  async function tableOf(to: Position, from: readonly Position[], caller: RouterCaller) {
    const whole = await askTable(to, from, caller)
    if (typeof whole !== 'string') return whole
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
    if (!rest || typeof rest === 'string') return null
    const times = rest.times.values()
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

function nearest(to: Position, from: readonly Position[], most: number): number[] {
  const indices = from.map((_, index) => index)
  if (indices.length <= most) return indices
  const far = from.map((position) => distanceMetres(position, to))
  return indices.sort((a, b) => far[a]! - far[b]!).slice(0, most)
}

/** Never the address asked for, which holds positions. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.name === 'ZodError') return 'its answer has another shape'
  const { code } = (error.cause ?? {}) as { code?: string }
  return error.name === 'TypeError' ? `cannot be reached (${code ?? 'network error'})` : error.message
}
