import type { Observations, ObservedAnswer, ObservedSearch } from '@/lib/api/contract/answers'
import { redact } from '@/lib/app/settings/redact'
import { formOfHeader, formOfJson, typeOf } from '@/lib/inspect/observations/forms'
import { createObservedGaps } from '@/lib/inspect/observations/observed-gaps'
import { ofBooking, recordAll, recordRecord } from '@/lib/inspect/observations/records'
import type { JsonObject } from '@/lib/interface/resources'
import { recordPage } from './page'

/** The part of a call to the service that observations refer to. */
export interface ObservedCall {
  readonly endpoint: string
  readonly query?: URLSearchParams
  /** Whether a 404 means that the record does not exist. */
  readonly looksUp: boolean
}

export type ObservationRecorder = ReturnType<typeof createObservationRecorder>

const RATE_LIMIT_HEADER = /^(retry-after|(x-)?rate-?limit(-[a-z-]{1,30})?)$/

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
  const withoutKey = (text: string) => (key() === '' ? text : redact(text, key()))
  const observed = createObservedGaps(now, withoutKey)
  const searches = createLatestSearches(now, withoutKey)
  return {
    onRequest({ query, looksUp }: ObservedCall): void {
      if (query && !looksUp) searches.onRequest(query)
    },
    onResponse({ endpoint, looksUp, query }: ObservedCall, { status, headers }: Response): void {
      observed.form('status_code', `${endpoint}: ${status}`)
      if (looksUp && [204, 404, 410].includes(status))
        observed.form('not_found', `${endpoint}: ${status}`)
      if (query?.has('cursor') && [404, 410, 416].includes(status))
        observed.form('last_page', `${status} to a cursor`)
      for (const [name, text] of headers) {
        if (RATE_LIMIT_HEADER.test(name))
          observed.form('rate_limit_header', `${name}: ${formOfHeader(withoutKey(text))}`)
      }
      if ((status === 429 || status === 503) && !headers.has('retry-after'))
        observed.form('rate_limit_header', `${status} without retry-after`)
    },
    onRefusal(_call: ObservedCall, response: Response, beginning: string | null): void {
      observed.form('error_body', formOfRefusal(response, beginning))
    },
    onAnswer({ endpoint, looksUp, query }: ObservedCall, answer: unknown): void {
      if (typeof answer !== 'object') return
      if (looksUp || endpoint.endsWith('/example')) recordRecord(endpoint, answer, observed)
      else if (query && answer !== null) {
        const isLast = recordPage(query, answer as JsonObject, observed)
        if (isLast !== null) searches.onPage(query, answer as JsonObject, isLast)
      }
    },
    /**
     * Records the form of a delivery (§6), around its bookings, and its
     * bookings' answers to other gaps.
     */
    onDelivery({ contentType, content, event, bookings, isRepeat }: ObservedDelivery): void {
      const form =
        content === undefined
          ? 'unreadable'
          : formOfJson(withoutBookings(content, new Set(bookings)))
      observed.form(
        'payloads',
        `${formOfContentType(contentType)}: ${form.replaceAll(BOOKING, 'booking')}`,
      )
      if (event !== null) observed.word('payloads', event)
      if (isRepeat) observed.form('payloads', 'the same body again within ten minutes')
      recordAll(ofBooking, bookings, observed)
    },
    read(): Omit<Observations, 'pace'> {
      const { since, gaps } = observed.read()
      const mtime_meaning = { answers: mtime.answers(), more: 0 }
      return { since, gaps: { ...gaps, mtime_meaning }, searches: searches.read() }
    },
  }
}

const SEARCHES_MAXIMUM = 8
/** Of an echoed query, in characters. */
const LONGEST_ECHO = 500

/** Figures of the latest searches, each over its pages. */
function createLatestSearches(now: () => number, withoutKey: (text: string) => string) {
  /** By what was asked; the one that began last comes last. */
  const searches = new Map<string, { reading: ObservedSearch; complete: ObservedSearch | null }>()

  function askedFor(query: URLSearchParams): string {
    const asked = new URLSearchParams(query)
    asked.delete('cursor')
    return decodeURIComponent(String(asked))
  }
  return {
    onRequest(query: URLSearchParams) {
      if (query.has('cursor')) return
      const asked = askedFor(query)
      const startedAt = new Date(now()).toISOString()
      const none = { query: '', total: '', vehicles: 0, pages: 0, isComplete: false, durationMs: 0 }
      const { complete = null } = searches.get(asked) ?? {}
      searches.delete(asked)
      searches.set(asked, { reading: { asked, startedAt, ...none }, complete })
      const [oldest = ''] = searches.keys()
      if (searches.size > SEARCHES_MAXIMUM) searches.delete(oldest)
    },
    onPage(sent: URLSearchParams, { query, total, vehicles }: JsonObject, isComplete: boolean) {
      const search = searches.get(askedFor(sent))
      if (!search) return
      const before = search.reading
      const echo = typeof query === 'string' && query !== '' ? withoutKey(query) : typeOf(query)
      search.reading = {
        ...before,
        query: before.pages === 0 ? echo.slice(0, LONGEST_ECHO) : before.query,
        total: typeof total === 'number' ? String(total) : typeOf(total),
        vehicles: before.vehicles + (vehicles as readonly unknown[]).length,
        pages: before.pages + 1,
        isComplete,
        durationMs: now() - Date.parse(before.startedAt),
      }
      if (isComplete) search.complete = search.reading
    },
    read: (): readonly ObservedSearch[] =>
      [...searches.values()]
        .map(({ reading, complete }) => complete ?? reading)
        .filter(({ pages }) => pages > 0)
        .toReversed(),
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

/** Becomes a field without a value in the form. */
const BOOKING = '{booking_record: null}'
const placeholder = { booking_record: null }

function withoutBookings(value: unknown, bookings: ReadonlySet<unknown>, levels = 4): unknown {
  if (bookings.has(value)) return placeholder
  if (typeof value !== 'object' || value === null || levels === 0) return value
  if (Array.isArray(value))
    return value.slice(0, 1).map((one) => withoutBookings(one, bookings, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withoutBookings(inner, bookings, levels - 1),
    ]),
  )
}

/** `application/json`, without its parameters. */
function formOfContentType(contentType: string | null): string {
  if (contentType === null) return 'no content type'
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z]{1,20}\/[a-z.+-]{1,60}$/.test(type) ? type : 'another content type'
}

// Of the beginning that is read.
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
    return `${status} ${type} ${formOfJson(JSON.parse(text))}`
  } catch {
    return `${status} ${type}, ${/<html|<!doctype/i.test(text) ? 'HTML' : 'text'}`
  }
}
