import type { ObservedAnswer, ObservedAnswers } from '@/lib/api/contract/answers'
import { redact } from '@/lib/app/settings/redact'
import type { JsonObject } from '@/lib/interface/resources'
import { formOfHeader, formOfJson } from './forms'
import { createLatestSearches } from './latest-searches'
import { createObservedGaps } from './observed-gaps'
import { recordPage } from './page'
import { bookingRules, recordAll, recordRecord } from './records'

/** The part of a call to the service that observations refer to. */
export interface ObservedCall {
  readonly endpoint: string
  readonly query?: URLSearchParams
  /** Whether a 404 means that the record does not exist. */
  readonly looksUp: boolean
}

export type ObservationRecorder = ReturnType<typeof createObservationRecorder>

const RATE_LIMIT_HEADER = /^(retry-after|(x-)?rate-?limit(-[a-z-]{1,30})?)$/
/** Statuses to a look-up that may say that there is no such record. */
const NOT_FOUND = [204, 404, 410]
const BEHIND_LAST_PAGE = [404, 410, 416]

/**
 * Records answers of the service where the interface is silent: key words of closed lists, field
 * names, and forms. Nothing personal is kept of them, and a bounded number for each gap; of
 * searches the latest with their figures.
 * @param now milliseconds since the epoch
 * @param key the current API key, which is redacted from every answer
 * @param mtime evidence of how `mtime` advances from one answer to the next
 */
export function createObservationRecorder(
  now: () => number = Date.now,
  key: () => string = () => '',
  mtime: { answers(): readonly ObservedAnswer[] } = { answers: () => [] },
) {
  const withoutKey = (text: string) => {
    const currentKey = key()
    return currentKey === '' ? text : redact(text, currentKey)
  }
  const observed = createObservedGaps(now, withoutKey)
  const searches = createLatestSearches(now, withoutKey)
  return {
    onRequest({ query, looksUp }: ObservedCall): void {
      if (query && !looksUp) searches.onRequest(query)
    },
    onResponse(call: ObservedCall, response: Response): void {
      const { endpoint, looksUp, query } = call
      const { status, headers } = response
      const statusOfEndpoint = `${endpoint}: ${status}`
      observed.form('status_code', statusOfEndpoint)
      const isNotFound = looksUp && NOT_FOUND.includes(status)
      if (isNotFound) observed.form('not_found', statusOfEndpoint)
      const hasCursor = query?.has('cursor')
      const isBehindLastPage = hasCursor && BEHIND_LAST_PAGE.includes(status)
      if (isBehindLastPage) observed.form('last_page', `${status} to a cursor`)

      for (const [name, text] of headers) {
        if (!RATE_LIMIT_HEADER.test(name)) continue
        const form = formOfHeader(withoutKey(text))
        observed.form('rate_limit_header', `${name}: ${form}`)
      }
      const isLimited = status === 429 || status === 503
      const saysWhen = headers.has('retry-after')
      if (isLimited && !saysWhen) {
        observed.form('rate_limit_header', `${status} without retry-after`)
      }
    },
    onRefusal(_call: ObservedCall, response: Response, beginning: string | null): void {
      const form = formOfRefusal(response, beginning)
      observed.form('error_body', form)
    },
    onAnswer(call: ObservedCall, answer: unknown): void {
      const { endpoint, looksUp, query } = call
      if (typeof answer !== 'object') return
      const isOfRecord = looksUp || endpoint.endsWith('/example')
      if (isOfRecord) {
        recordRecord(endpoint, answer, observed)
        return
      }
      if (!query || answer === null) return
      const page = answer as JsonObject
      const isLast = recordPage(query, page, observed)
      if (isLast !== null) searches.onPage(query, page, isLast)
    },
    /**
     * Records the form of a delivery (§6), around its bookings, and its
     * bookings' answers to other gaps.
     */
    onDelivery(delivery: ObservedDelivery): void {
      observed.form('payloads', formOfDelivery(delivery))
      if (delivery.event !== null) observed.word('payloads', delivery.event)
      if (delivery.isRepeat) {
        observed.form('payloads', 'the same body again within ten minutes')
      }
      recordAll(bookingRules, delivery.bookings, observed)
    },
    read(): ObservedAnswers {
      const { since, gaps } = observed.read()
      const mtime_meaning = { answers: mtime.answers(), more: 0 }
      return {
        since,
        gaps: { ...gaps, mtime_meaning },
        searches: searches.read(),
      }
    },
  }
}

interface ObservedDelivery {
  readonly contentType: string | null
  /** Parsed; undefined where it cannot be read. */
  readonly content: unknown
  readonly event: string | null
  /** Whole ones, as they are in the content. */
  readonly bookings: readonly JsonObject[]
  /** The same body came a short time before. */
  readonly isRepeat: boolean
}

/** Stands for a booking in a content, and in its form. */
const placeholder = { booking_record: null }
const FORM_OF_PLACEHOLDER = '{booking_record: null}'

/** `application/json: {event: text, data: booking}` */
function formOfDelivery({ contentType, content, bookings }: ObservedDelivery): string {
  const type = formOfContentType(contentType)
  if (content === undefined) return `${type}: unreadable`
  const envelope = withoutBookings(content, new Set(bookings))
  const form = formOfJson(envelope)
  const named = form.replaceAll(FORM_OF_PLACEHOLDER, 'booking')
  return `${type}: ${named}`
}

function withoutBookings(value: unknown, bookings: ReadonlySet<unknown>, levels = 4): unknown {
  if (bookings.has(value)) return placeholder
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return value
  const inside = (member: unknown) => withoutBookings(member, bookings, levels - 1)
  if (Array.isArray(value)) {
    const first = value.slice(0, 1)
    return first.map(inside)
  }
  const members = Object.entries(value)
  const kept = members.map(([name, member]) => [name, inside(member)])
  return Object.fromEntries(kept)
}

/** `application/json`, without its parameters. */
function formOfContentType(contentType: string | null): string {
  if (contentType === null) return 'no content type'
  const [beforeParameters = ''] = contentType.split(';', 1)
  const type = beforeParameters.trim().toLowerCase()
  const isPlain = /^[a-z]{1,20}\/[a-z.+-]{1,60}$/.test(type)
  return isPlain ? type : 'another content type'
}

// Length of the beginning that is read.
const CAP_BYTES = 4096

/**
 * `404 application/json {error: {code: text}}`, field names and types only; null
 * where the body broke off.
 */
function formOfRefusal({ status, headers }: Response, text: string | null): string {
  const type = formOfContentType(headers.get('content-type'))
  if (text === null) return `${status} ${type}, not read`
  if (text.trim() === '') return `${status} empty`
  if (text.length >= CAP_BYTES) return `${status} ${type}, ${CAP_BYTES} bytes or more`
  try {
    const form = formOfJson(JSON.parse(text))
    return `${status} ${type} ${form}`
  } catch {
    const isHtml = /<html|<!doctype/i.test(text)
    const form = isHtml ? 'HTML' : 'text'
    return `${status} ${type}, ${form}`
  }
}
