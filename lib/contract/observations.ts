/** One gap of the interface, and how it is called on the screens. */
export interface Gap {
  readonly label: string
  /** What the interface leaves open. */
  readonly open: string
  readonly section: string
}

/**
 * The gaps of the interface in which this server notes what the service answered, in reading order.
 * Source: interface §2.6, §3, §4.2, §5, §7, §8
 */
export const gaps = {
  vehicle_type: { label: 'Vehicle types', open: 'The complete list of type keys', section: '2.6' },
  vehicle_function: {
    label: 'Vehicle functions',
    open: 'The complete list of function keys',
    section: '2.6',
  },
  vehicle_status: { label: 'Vehicle statuses', open: 'Every value but “available”', section: '3' },
  booking_status: { label: 'Booking statuses', open: 'Every value but “pending”', section: '3' },
  booking_when: { label: 'When of a booking', open: 'Every value but “now”', section: '2.6' },
  functions_form: {
    label: 'Functions in search results',
    open: 'Whether several keys stand in one string',
    section: '2.2',
  },
  position_form: { label: 'Position in search results', open: 'What stands without one', section: '2.6' },
  mtime_form: { label: 'Last modified in search results', open: 'The spelling of the time', section: '2.2' },
  empty_field: { label: 'Fields without a value', open: 'Which fields are optional', section: '2.6' },
  price_form: { label: 'Prices and totals', open: 'Major or minor unit', section: '2.6' },
  wrapper: {
    label: 'Wrappers of single records',
    open: 'The wrapper key of endpoints 3 and 4',
    section: '4.2',
  },
  last_page: { label: 'Cursor of the last page', open: 'What an absent or empty one means', section: '4.2' },
  cursor_form: { label: 'Cursors', open: 'Their format', section: '4.2' },
  order: { label: 'Order of results', open: 'Which vehicle comes first', section: '4.2' },
  total_form: { label: 'Total', open: 'How approximate it is', section: '2.5' },
  query_form: { label: 'Echoed query', open: 'How it is written', section: '2.5' },
  query_change: {
    label: 'Changed by the service',
    open: 'Maximum values of limit and radius',
    section: '8',
  },
  not_found: { label: 'Vehicle not found', open: 'What is answered', section: '4.2' },
  status_code: { label: 'Status codes', open: 'Every code but 401', section: '7' },
  error_body: { label: 'Bodies of errors', open: 'Their format', section: '7' },
  rate_limit_header: { label: 'Rate-limit headers', open: 'Whether there is a rate limit', section: '8' },
} as const satisfies Record<string, Gap>

export type GapName = keyof typeof gaps

export const gapNames = Object.keys(gaps) as GapName[]

/** One answer that was seen in a gap. */
export interface ObservedAnswer {
  /** The service's own key word, or a form in our words: never a value that could be about a person. */
  readonly value: string
  readonly kind: 'word' | 'form'
  readonly count: number
  /** ISO 8601, the server's clock. */
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface ObservedGap {
  /** In the order in which they were first seen. */
  readonly answers: readonly ObservedAnswer[]
  /** How often something else was seen after the list was full. */
  readonly more: number
}

/** What the service answered in the gaps since this server started. */
export interface Observations {
  /** ISO 8601. */
  readonly since: string
  readonly gaps: Readonly<Record<GapName, ObservedGap>>
}
