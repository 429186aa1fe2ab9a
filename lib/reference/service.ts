import type { Fleet } from '@/lib/reference/fleets/fleet'
import { createSearchPages } from '@/lib/reference/search/search-pages'
import { oneParameter } from '@/lib/reference/search/search-query'
import { faultAnswer, htmlAnswer, invalidParameter, jsonAnswer, RequestFault } from './answers'
import { answerGaps, type GapAnswers } from './gaps'
import { hash } from './hash'
import { type ApiKey, createAuthenticate } from './keys'
import { presentBooking, presentSearchObject, presentVehicle } from './present'
import type { VehicleRecord } from './resources'
import { findRoute, type Route } from './routes'

export interface ReferenceServiceOptions {
  fleet: Fleet
  keys: readonly ApiKey[]
  /** The service's clock, ms since 1970. */
  now?: () => number
  /** Choices where the interface is silent; see gaps.ts. */
  gaps?: Partial<GapAnswers>
}

/**
 * All six endpoints of the interface (§2, §4, §5). Every failure is a Response; the function
 * rejects only if the fleet throws. @throws RangeError for a gap answer that does not exist
 */
export function createReferenceService(options: ReferenceServiceOptions) {
  const { keys, now = Date.now } = options
  const answers = answerGaps(options.gaps)
  const fleet = withChoices(options.fleet, answers)
  const authenticate = createAuthenticate(keys, answers.keyPrecedence)
  const limitRate = createRateLimit(answers)
  const searchPage = createSearchPages(fleet, answers)

  function answer(request: Request): Response {
    const url = new URL(request.url)
    const nowMs = now()
    const key = authenticate(request, url, nowMs)
    if (key === null) {
      throw new RequestFault(401, 'unauthorized', 'The API key is missing, incorrect or expired', {
        'www-authenticate': 'Bearer',
      })
    }
    limitRate(key, nowMs)
    const route = findRoute(url.pathname)
    if (route === null) throw new RequestFault(404, 'no_such_path', 'There is no such path')
    if (request.method !== 'GET') {
      const headers: Record<string, string> = answers.otherMethods === 405 ? { allow: 'GET' } : {}
      throw new RequestFault(
        answers.otherMethods,
        'no_such_method',
        'Only GET is answered here',
        headers,
      )
    }
    if (answers.unknownParameters === 'rejected') rejectUnknown(route, url.searchParams)
    return answerRoute(route, url.searchParams, nowMs)
  }

  function answerRoute(route: Route, params: URLSearchParams, nowMs: number): Response {
    switch (route.name) {
      case 'search':
        return jsonAnswer(searchPage(params, nowMs))
      case 'example-vehicle':
        return jsonAnswer({ vehicle: presentVehicle(fleet.exampleVehicle(nowMs), answers) })
      case 'example-booking':
        return jsonAnswer({ booking: presentBooking(fleet.exampleBooking(nowMs), answers) })
      case 'by-id':
        return single(fleet.findById(route.id), presentVehicle, 'vehicle', nowMs)
      case 'status':
        return single(fleet.findById(route.id), presentSearchObject, answers.wrapperStatus, nowMs)
      case 'by-our-ref': {
        const ourRef = oneParameter(params, 'our_ref', answers)
        if (!ourRef) throw invalidParameter(answers, 'our_ref is missing')
        return single(fleet.findByOurRef(ourRef), presentVehicle, answers.wrapperByOurRef, nowMs)
      }
    }
  }

  function single(
    index: number,
    present: typeof presentVehicle,
    wrapper: GapAnswers['wrapperStatus'],
    nowMs: number,
  ): Response {
    const vehicle = index < 0 ? null : present(fleet.record(index, nowMs), answers)
    if (vehicle || answers.notFound === '200-null') {
      if (wrapper === 'vehicles') return jsonAnswer({ vehicles: vehicle ? [vehicle] : [] })
      return jsonAnswer(wrapper === 'bare' ? vehicle : { vehicle })
    }
    if (answers.notFound === '404-html') return htmlAnswer(404)
    const status = answers.notFound === '400-json' ? 400 : 404
    const fault = new RequestFault(status, 'not_found', 'There is no such vehicle')
    return faultAnswer(fault, answers.notFound === '404-empty' ? 'empty' : answers.errorBody)
  }

  function rejectUnknown(route: Route, params: URLSearchParams): void {
    for (const name of params.keys()) {
      if (name === 'key' || route.parameters.includes(name)) continue
      const message = 'There is a parameter not known here'
      throw new RequestFault(answers.invalidParameter, 'unknown_parameter', message)
    }
  }

  return async (request: Request): Promise<Response> => {
    try {
      return answer(request)
    } catch (error) {
      if (error instanceof RequestFault) return faultAnswer(error, answers.errorBody)
      throw error
    }
  }
}

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * The fleet with the `mtime` and `active_booking_id` that are chosen; a fleet's `mtime`
 * is that of the last report.
 */
function withChoices(fleet: Fleet, { mtime, activeBooking }: GapAnswers): Fleet {
  function modifiedMs(index: number, nowMs: number, reportedMs: number | undefined) {
    switch (mtime) {
      case 'edits': {
        const phaseMs = hash(31, index) % WEEK_MS
        return Math.floor((nowMs - phaseMs) / WEEK_MS) * WEEK_MS + phaseMs
      }
      case 'frozen':
        return Date.UTC(2017, 2, 9, 14, 21, 8, 512)
      case 'absent':
        return undefined
      case 'ahead':
        return reportedMs && reportedMs + 10 * MINUTE_MS
      case '2034':
        return Date.UTC(2034, 0, 1)
      default:
        return reportedMs
    }
  }
  function bookingOf(index: number, bookingId: string | null) {
    if (activeBooking === 'with-status') return bookingId
    return activeBooking === 'unrelated' && index % 3 === 0 ? `b-${index}` : null
  }
  const change = (index: number, nowMs: number, record: VehicleRecord): VehicleRecord => ({
    ...record,
    mtimeMs: modifiedMs(index, nowMs, record.mtimeMs),
    active_booking_id: bookingOf(index, record.active_booking_id),
  })
  return {
    ...fleet,
    record: (index, nowMs) => change(index, nowMs, fleet.record(index, nowMs)),
    exampleVehicle: (nowMs) => change(0, nowMs, fleet.exampleVehicle(nowMs)),
  }
}

/**
 * Counts a key's requests in whole minutes.
 * @throws RequestFault 429 beyond the limit (§8: not shown)
 */
function createRateLimit(answers: GapAnswers): (key: string, nowMs: number) => void {
  if (answers.rateLimit === 'off') return () => {}
  const perMinute = Number.parseInt(answers.rateLimit, 10)
  let minute = -1
  const counts = new Map<string, number>()

  return (key, nowMs) => {
    if (Math.floor(nowMs / MINUTE_MS) !== minute) {
      minute = Math.floor(nowMs / MINUTE_MS)
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= perMinute) return
    const endMs = (minute + 1) * MINUTE_MS
    const headers: Record<string, string> = {}
    if (answers.retryAfter === 'seconds')
      headers['retry-after'] = String(Math.ceil((endMs - nowMs) / 1000))
    if (answers.retryAfter === 'date') headers['retry-after'] = new Date(endMs).toUTCString()
    throw new RequestFault(
      429,
      'rate_limited',
      `more than ${perMinute} requests in a minute`,
      headers,
    )
  }
}
