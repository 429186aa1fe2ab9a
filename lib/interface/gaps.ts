import { KERBSIDE_ASKS } from './prefixes'

export interface Gap {
  readonly section: string
  /** A question of our own, which is not in the interface's lists of what is not shown. */
  readonly isOurs?: true
  /** The interface's own words, unless the question is ours. */
  readonly text: string
  /** Kerbside's own answer to it. */
  readonly reading?: string
  /** Heading of what was observed; only of gaps that answers of the service can fill. */
  readonly label?: string
}

// One sentence of the interface, of two things that answers show apart.
const CURSORS =
  'Format and lifetime of cursors, and what an absent or empty next_cursor means: not shown'

/**
 * Points that the interface leaves open, in reading order. Fields and endpoints name
 * these gaps. Source: §1–§9
 */
export const gaps = {
  changes: {
    section: '1',
    text: 'Endpoints for creating, changing or cancelling vehicles or bookings: not shown',
    reading: 'Nothing at the service can be changed from here.',
  },
  number_form: {
    section: '2.1',
    isOurs: true,
    label: 'Numbers and ids',
    text: 'Do numbers come as numbers, and ids as texts?',
    reading:
      'A plain decimal in a text is a number. An id, reference, plate or licence that is a whole number below 2^53 is a text. Both are marked. Any other text or number there is unreadable.',
  },
  functions_form: {
    section: '2.2',
    isOurs: true,
    label: 'Functions in search results',
    text: 'How are several function keys written in one string?',
    reading: 'Commas separate them.',
  },
  mtime_form: {
    section: '2.2',
    isOurs: true,
    label: 'Last modified in search results',
    text: 'In which formats does the time come, beside its sample?',
    reading: 'Each sampled format is read in every field; another text is shown as received.',
  },
  mtime_meaning: {
    section: '2.2',
    isOurs: true,
    label: 'Last modified as the last report',
    text: 'Does mtime advance with each report of a vehicle, or only when its record is edited?',
    reading:
      'The time of the last report where it is seen to advance so; elsewhere a listed vehicle counts as reported.',
  },
  total_form: {
    section: '2.5',
    isOurs: true,
    label: 'Total',
    text: 'How approximate is the total?',
    reading: 'Shown as “about”; it bounds nothing.',
  },
  query_form: {
    section: '2.5',
    isOurs: true,
    label: 'Echoed query',
    text: 'In which format is the query echoed?',
    reading: 'As URL parameters, compared with those that were sent.',
  },
  vehicle_type: {
    section: '2.6',
    label: 'Vehicle types',
    text: 'Vehicle type keys, complete list: not shown',
    reading: 'Any text is a type; those seen are offered.',
  },
  vehicle_function: {
    section: '2.6',
    label: 'Vehicle functions',
    text: 'Vehicle function keys, complete list: not shown',
    reading: 'Any text is a function; those seen are offered.',
  },
  booking_when: {
    section: '2.6',
    label: 'When of a booking',
    text: 'Allowed values of the booking field when: not shown',
    reading: 'A time where it is one; another text is shown as received.',
  },
  price_form: {
    section: '2.6',
    label: 'Prices and totals',
    text: 'Unit of the price numbers (major or minor currency unit): not shown',
    reading: 'Numbers are shown as received, never scaled.',
  },
  empty_field: {
    section: '2.6',
    label: 'Fields without a value',
    text: 'Which fields are required or optional: not shown',
    reading: 'Only id is needed; absent and null are the same.',
  },
  position_form: {
    section: '2.6',
    isOurs: true,
    label: 'Position in search results',
    text: 'In which other forms do positions come, and how is none written?',
    reading:
      'Degrees as texts, “lat,lng” in one text, latitude and longitude, and a GeoJSON point are read and marked. A pair without names is unreadable: its order is not known. Absent, null, 0,0 or degrees off the Earth: listed, not drawn.',
  },
  booking_status: {
    section: '3',
    label: 'Booking statuses',
    text: 'Booking status values: not shown',
    reading: 'Any text, shown as received.',
  },
  vehicle_status: {
    section: '3',
    label: 'Vehicle statuses',
    text: 'Vehicle status values: not shown',
    reading:
      'Known words are read as free, busy, promised, off duty or out of service; another word is shown as received.',
  },
  transitions: {
    section: '3',
    text: 'Transitions: not shown',
    reading: 'Any status may follow any other.',
  },
  cursor_form: {
    section: '4.2',
    label: 'Cursors',
    text: CURSORS,
    reading: 'It is passed on as it came.',
  },
  last_page: {
    section: '4.2',
    label: 'Cursor of the last page',
    text: CURSORS,
    reading:
      'An absent, null or empty one, another word for none, or a page without rows ends the list.',
  },
  wrapper: {
    section: '4.2',
    label: 'Wrappers of single records',
    text: 'Wrapper key of the response of endpoints 3 and 4: not shown',
    reading: 'The record is found by its fields, bare or wrapped.',
  },
  not_found: {
    section: '4.2',
    label: 'Vehicle not found',
    text: 'Behaviour when a vehicle is not found: not shown',
    reading: 'Status 404 or 410, or an answer without a record.',
  },
  order: {
    section: '4.2',
    label: 'Order of results',
    text: 'Order of search results: not shown',
    reading: 'None is assumed.',
  },
  key_forms: {
    section: '5',
    text: 'Which form wins when both are sent: not shown',
    reading: 'Only the header is sent.',
  },
  keys: { section: '5', text: 'Lifetime and format of keys: not shown' },
  payloads: {
    section: '6',
    label: 'Webhooks that arrived',
    text: 'Payload of each webhook: not shown',
    reading: 'A booking is found by its fields, in JSON, a form, or JSON within a text of either.',
  },
  webhook_times: {
    section: '6',
    text: 'When each webhook is sent: not shown',
    reading: 'Deliveries may be late, repeated or in another order.',
  },
  webhook_delivery: {
    section: '6',
    text: 'Delivery method, retries and security of deliveries: not shown',
    reading: 'A POST to an address of Kerbside with a token, answered 200 once it is kept.',
  },
  error_body: {
    section: '7',
    label: 'Bodies of errors',
    text: 'Format of the error response body: not shown',
    reading: 'Where one request was refused, its words are shown as text.',
  },
  status_code: {
    section: '7',
    label: 'Status codes',
    text: 'Status codes other than 401 and their conditions: not shown',
    reading: 'Statuses 401, 403, 429 and 5xx concern the service; most other 4xx the one request.',
  },
  rate_limit_header: {
    section: '8',
    label: 'Rate-limit headers',
    text: 'Rate limits: not shown',
    reading: 'Calls begin slowly and grow while answers are quick; 429 and Retry-After pause them.',
  },
  query_change: {
    section: '8',
    label: 'Changed by the service',
    text: 'Maximum values of limit and radius: not shown',
    reading: 'Smaller pages than were asked for are taken.',
  },
  versions: { section: '9', text: 'Policy for versions, compatibility and deprecation: not shown' },
} as const satisfies Record<string, Gap>

export type GapName = keyof typeof gaps

/** The gap in a sentence that says whose it is: a question of ours is marked. */
export function gapInWords(name: GapName): string {
  const { isOurs, text }: Gap = gaps[name]
  return isOurs ? `${KERBSIDE_ASKS} ${text}` : text
}

/** The gaps that answers of the service can fill. */
export type ObservedGapName = {
  [Name in GapName]: (typeof gaps)[Name] extends { label: string } ? Name : never
}[GapName]

export const observedGapNames = (Object.keys(gaps) as GapName[]).filter(
  (name): name is ObservedGapName => 'label' in gaps[name],
)
