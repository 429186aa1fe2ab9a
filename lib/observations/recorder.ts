import { redact } from '@/lib/config/redact'
import type { Observations, ObservedAnswer } from '@/lib/contract/observations'
import type { JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { type ObservedDelivery, recordDelivery } from './deliveries'
import { formOfHeader } from './forms'
import { createObservedGaps } from './observed-gaps'
import { recordPage } from './page'
import { recordRecord } from './records'
import { formOfRefusal } from './refusal'

/** The part of a call to the service that observations refer to. */
export interface ObservedCall {
  /** Path template of the interface (§4). */
  readonly endpoint: string
  readonly query?: URLSearchParams
  /** Whether a 404 means that the record does not exist. */
  readonly looksUp: boolean
}

/**
 * Records answers of the service where the interface is silent: key words of closed lists, field names, and forms.
 * Nothing personal is kept, and a bounded number of answers for each gap.
 */
export interface ObservationRecorder {
  /** Status and headers of every answer. */
  onResponse(call: ObservedCall, response: Response): void
  /** An answer that is no success, with the beginning of its body: null where that broke off. */
  onRefusal(call: ObservedCall, response: Response, beginning: string | null): void
  /** JSON of a success, before it is parsed into records. */
  onAnswer(call: ObservedCall, answer: unknown): void
  onDelivery(delivery: ObservedDelivery): void
  read(): Omit<Observations, 'pace'>
}

const RATE_LIMIT_HEADER = /^(retry-after|(x-)?rate-?limit(-[a-z-]{1,30})?)$/

/**
 * @param now milliseconds since the epoch
 * @param key the current API key, which is redacted from every answer
 * @param mtime evidence of how `mtime` advances from one answer to the next
 */
export function createObservationRecorder(
  now: () => number = Date.now,
  key: () => string = () => '',
  mtime: { answers(): readonly ObservedAnswer[] } = { answers: () => [] },
): ObservationRecorder {
  const observed = createObservedGaps(now, (text) => (key() === '' ? text : redact(text, key())))
  const order = createDeliveryOrder()
  return {
    onResponse({ endpoint, looksUp, query }, { status, headers }) {
      observed.form('status_code', `${endpoint}: ${status}`)
      if (looksUp && (status === 404 || status === 410)) observed.form('not_found', `${endpoint}: ${status}`)
      if (query?.has('cursor') && [404, 410, 416].includes(status))
        observed.form('last_page', `${status} to a cursor`)
      for (const [name, text] of headers) {
        if (RATE_LIMIT_HEADER.test(name)) observed.form('rate_limit_header', `${name}: ${formOfHeader(text)}`)
      }
      if ((status === 429 || status === 503) && !headers.has('retry-after'))
        observed.form('rate_limit_header', `${status} without retry-after`)
    },
    onRefusal(_call, response, beginning) {
      observed.form('error_body', formOfRefusal(response, beginning))
    },
    onAnswer({ endpoint, looksUp, query }, answer) {
      if (typeof answer !== 'object') return
      if (looksUp || endpoint.endsWith('/example')) recordRecord(endpoint, answer, observed)
      else if (query && answer !== null) recordPage(query, answer as JsonObject, observed)
    },
    onDelivery(delivery) {
      recordDelivery(delivery, observed)
      for (const booking of delivery.bookings)
        if (order.isLate(booking)) observed.form('payloads', 'an older state of a booking after a newer one')
    },
    read() {
      const { since, gaps } = observed.read()
      return { since, gaps: { ...gaps, mtime_meaning: { answers: mtime.answers(), more: 0 } } }
    },
  }
}

/** Bookings whose last modification is kept; the oldest are forgotten beyond. */
const BOOKINGS_MAXIMUM = 5_000
/** Of an id, in characters. */
const LONGEST_ID = 256

/** Whether deliveries overtake each other (§6: not shown), by the bookings' own times. */
function createDeliveryOrder() {
  const newestMs = new Map<string, number>()
  return {
    /** Whether a newer state of the booking came before this one. */
    isLate({ id, mtime }: JsonObject): boolean {
      const ms = typeof mtime === 'string' ? parseTime(mtime)?.epochMs : undefined
      if (typeof id !== 'string' || id.length > LONGEST_ID || ms === undefined) return false
      const before = newestMs.get(id)
      newestMs.delete(id)
      newestMs.set(id, Math.max(ms, before ?? ms))
      const [oldest] = newestMs.keys()
      if (newestMs.size > BOOKINGS_MAXIMUM && oldest !== undefined) newestMs.delete(oldest)
      return before !== undefined && before > ms
    },
  }
}
