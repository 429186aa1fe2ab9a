import type { GeocoderSettings } from '@/lib/config/settings'
import { FOUND_MAXIMUM, type Found, type FoundPlace } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import { readJson } from '@/lib/upstream/http/body'
import { createNetworkSend, type Send } from '@/lib/upstream/http/network'
import { createFairQueue } from '@/lib/upstream/resilience/fair-queue'
import { firstOf, readNominatim, readPhoton } from './answers'

export interface Caller {
  readonly owner?: string
  readonly signal?: AbortSignal
}

export interface Geocoded {
  readonly places: readonly FoundPlace[]
  readonly geocoder: Found['geocoder']
}

/** The geocoder of GEOCODER_URL; never rejects, except where the request has ended. */
export type Geocode = (text: string, near: Position | null, caller?: Caller) => Promise<Geocoded>

export interface GeocoderOptions {
  readonly settings: GeocoderSettings | null
  readonly log: (message: string) => void
  readonly send?: Send
  readonly timeLimitMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

const TIME_LIMIT_MS = 2_000
const LARGEST_ANSWER_BYTES = 512 * 1024
/** A geocoder of one's own is shared with others. */
const CALLS_PER_SECOND = 5
const CALLS_AT_A_TIME = 4
const WAITING_MAXIMUM = 20
/** After a failure, the field does not wait for the geocoder for this long. */
const PAUSE_MS = 15_000
const SHORTEST_TEXT = 3
const BUSY = new Error('too many calls')

export function createGeocoder(options: GeocoderOptions): Geocode {
  const { settings, log, send = createNetworkSend(), now = () => performance.now() } = options
  const { timeLimitMs = TIME_LIMIT_MS } = options
  const inTurn = createFairQueue({
    permits: CALLS_AT_A_TIME,
    perSecond: CALLS_PER_SECOND,
    limits: { queueMaximum: WAITING_MAXIMUM, waitMs: timeLimitMs },
    now,
  })
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  if (!settings) return async () => ({ places: [], geocoder: 'none' })

  async function ask(address: string, signal: AbortSignal | undefined): Promise<FoundPlace[]> {
    const limit = AbortSignal.timeout(timeLimitMs)
    const response = await send(
      new Request(address, {
        headers: { accept: 'application/json', 'user-agent': 'Kerbside' },
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      }),
    )
    // Redirects are not followed: another host would learn what is typed.
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    const json = await readJson(response, LARGEST_ANSWER_BYTES)
    return firstOf(settings?.kind === 'photon' ? readPhoton(json) : readNominatim(json))
  }

  return async (text, near, { owner, signal } = {}) => {
    if ([...text].length < SHORTEST_TEXT) return { places: [], geocoder: 'ready' }
    if (now() < pausedUntilMs) return { places: [], geocoder: 'failed' }
    const turn = { ...(owner !== undefined && { owner }), ...(signal && { signal }) }
    const call = () => ask(addressOf(settings, text, near), signal)
    try {
      return {
        places: await inTurn(call, turn, () => BUSY),
        geocoder: 'ready',
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (error === BUSY) return { places: [], geocoder: 'failed' }
      if (now() >= pausedUntilMs) log(`GEOCODER_URL: ${reasonOf(error)}; not asked for ${PAUSE_MS / 1000} s`)
      pausedUntilMs = now() + PAUSE_MS
      return { places: [], geocoder: 'failed' }
    }
  }
}

function addressOf({ kind, url }: GeocoderSettings, text: string, near: Position | null): string {
  const query = new URLSearchParams({ q: text, limit: String(FOUND_MAXIMUM) })
  if (kind === 'photon' && near) {
    query.set('lat', String(near.lat))
    query.set('lon', String(near.lng))
  }
  if (kind === 'nominatim') {
    query.set('format', 'jsonv2')
    query.set('addressdetails', '1')
  }
  return `${url}?${query}`
}

/** Never the address asked for, which holds what was typed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.name === 'ZodError') return 'its answer has another shape'
  const { code } = (error.cause ?? {}) as { code?: string }
  return error.name === 'TypeError' ? `cannot be reached (${code ?? 'network error'})` : error.message
}
