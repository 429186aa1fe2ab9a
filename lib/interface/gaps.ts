export interface Gap {
  readonly section: string
  /** The question that the interface leaves open. */
  readonly text: string
  /** Heading on the observations page; only of gaps that answers of the service can fill. */
  readonly label?: string
}

/** Points that the interface leaves open, in reading order. Fields and endpoints name these gaps. Source: §2.2–§9 */
export const gaps = {
  functions_form: {
    section: '2.2',
    label: 'Functions in search results',
    text: 'How several function keys are written in one string: not shown',
  },
  mtime_form: {
    section: '2.2',
    label: 'Last modified in search results',
    text: 'Format of the time beyond its sample: not shown',
  },
  total_form: { section: '2.5', label: 'Total', text: 'How approximate the total is: not shown' },
  query_form: { section: '2.5', label: 'Echoed query', text: 'Format of the echoed query: not shown' },
  vehicle_type: {
    section: '2.6',
    label: 'Vehicle types',
    text: 'Vehicle type keys, complete list: not shown',
  },
  vehicle_function: {
    section: '2.6',
    label: 'Vehicle functions',
    text: 'Vehicle function keys, complete list: not shown',
  },
  booking_when: {
    section: '2.6',
    label: 'When of a booking',
    text: 'Allowed values of the booking field when: not shown',
  },
  price_form: {
    section: '2.6',
    label: 'Prices and totals',
    text: 'Unit of the price numbers (major or minor currency unit): not shown',
  },
  empty_field: {
    section: '2.6',
    label: 'Fields without a value',
    text: 'Which fields are required or optional: not shown',
  },
  position_form: {
    section: '2.6',
    label: 'Position in search results',
    text: 'How a vehicle without a position is written: not shown',
  },
  booking_status: { section: '3', label: 'Booking statuses', text: 'Booking status values: not shown' },
  vehicle_status: { section: '3', label: 'Vehicle statuses', text: 'Vehicle status values: not shown' },
  transitions: { section: '3', text: 'Transitions: not shown' },
  cursor_form: { section: '4.2', label: 'Cursors', text: 'Format and lifetime of cursors: not shown' },
  last_page: {
    section: '4.2',
    label: 'Cursor of the last page',
    text: 'What an absent or empty next_cursor means: not shown',
  },
  wrapper: {
    section: '4.2',
    label: 'Wrappers of single records',
    text: 'Wrapper key of the response of endpoints 3 and 4: not shown',
  },
  not_found: {
    section: '4.2',
    label: 'Vehicle not found',
    text: 'Behaviour when a vehicle is not found: not shown',
  },
  order: { section: '4.2', label: 'Order of results', text: 'Order of search results: not shown' },
  keys: {
    section: '5',
    text: 'Lifetime and format of keys, and which form wins when both are sent: not shown',
  },
  payloads: {
    section: '6',
    label: 'Webhooks that arrived',
    text: 'Payload, time and delivery of each webhook: not shown',
  },
  error_body: {
    section: '7',
    label: 'Bodies of errors',
    text: 'Format of the error response body: not shown',
  },
  status_code: {
    section: '7',
    label: 'Status codes',
    text: 'Status codes other than 401 and their conditions: not shown',
  },
  rate_limit_header: { section: '8', label: 'Rate-limit headers', text: 'Rate limits: not shown' },
  query_change: {
    section: '8',
    label: 'Changed by the service',
    text: 'Maximum values of limit and radius: not shown',
  },
  versions: { section: '9', text: 'Policy for versions, compatibility and deprecation: not shown' },
} as const satisfies Record<string, Gap>

export type GapName = keyof typeof gaps

/** The gaps that answers of the service can fill. */
export type ObservedGapName = {
  [Name in GapName]: (typeof gaps)[Name] extends { label: string } ? Name : never
}[GapName]

export const observedGapNames = (Object.keys(gaps) as GapName[]).filter(
  (name): name is ObservedGapName => 'label' in gaps[name],
)
