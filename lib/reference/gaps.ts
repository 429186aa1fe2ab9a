export interface ReferenceGap {
  readonly section: string
  readonly question: string
  /** The first is the answer unless `gaps` says otherwise. */
  readonly choices?: readonly (string | number)[]
  /** Meaning of the choices; for a gap without choices, the answer. */
  readonly answer?: string
  /** Names of the gaps in lib/interface that it settles. */
  readonly settles?: readonly string[]
  /** Where the interface does not even say "not shown". */
  readonly isOurs?: true
}

/**
 * Where the interface says "not shown", or says nothing, this service answers as
 * follows: the only table of its choices, from which options, `--help` and
 * docs/interface.md are made. In reading order.
 */
const table = {
  activeBooking: {
    section: '2.1',
    question: 'When active_booking_id is set',
    isOurs: true,
    choices: ['with-status', 'never', 'unrelated'],
    answer:
      'with-status: while the status is busy or reserved; unrelated: at every third vehicle, whatever its status',
  },
  numbers: {
    section: '2.1',
    question: 'How numbers of records are written',
    settles: ['number_form'],
    isOurs: true,
    choices: ['numbers', 'texts'],
    answer: 'texts: "2.5", degrees too',
  },
  mtime: {
    section: '2.2',
    question: 'What mtime follows',
    settles: ['mtime_form', 'mtime_meaning'],
    isOurs: true,
    choices: ['reports', 'edits', 'frozen', 'absent', 'ahead', '2034', 'other-zone'],
    answer:
      'edits: of the record, once a week; frozen: one time of 2017 for all; ahead: ten minutes; other-zone: as reports, written with -03:00',
  },
  searchTime: {
    section: '2.2',
    question: 'Spelling of the search object’s mtime',
    settles: ['mtime_form'],
    isOurs: true,
    choices: ['fraction', 'seconds', 'basic-offset', 'z'],
    answer: 'fraction: as sampled; basic-offset: +0000',
  },
  functionsInSearch: {
    section: '2.2',
    question: 'Several functions in one string',
    settles: ['functions_form'],
    isOurs: true,
    choices: ['single', 'joined', 'array'],
    answer: 'single: the first; joined: by commas',
  },
  offlinePosition: {
    section: '2.2',
    question: 'Position of a vehicle that is offline',
    settles: ['position_form'],
    isOurs: true,
    choices: ['last-known', 'null', 'absent', 'left-out'],
    answer: 'left-out: of search results',
  },
  positions: {
    section: '2.3',
    question: 'How positions are written',
    settles: ['position_form'],
    isOurs: true,
    choices: ['lat-lng', 'whole-names', 'geojson', 'text'],
    answer: 'whole-names: latitude and longitude; text: "lat,lng"',
  },
  queryEcho: {
    section: '2.5',
    question: 'Form of the echoed query',
    settles: ['query_form'],
    isOurs: true,
    choices: ['plain', 'encoded', 'question-mark', 'absent'],
    answer: 'encoded: with %2C; question-mark: with a leading one',
  },
  total: {
    section: '2.5',
    question: 'How approximate total is',
    settles: ['total_form'],
    isOurs: true,
    choices: ['exact', 'rounded', 'low', 'absent'],
    answer: 'rounded: to two digits; low: half of it',
  },
  vehicleTypes: {
    section: '2.6',
    question: 'Vehicle type keys',
    settles: ['vehicle_type'],
    answer:
      'taxi, executive, minibus, wheelchair_taxi, van, cargo_bike, motorbike; a fleet file’s own',
  },
  vehicleFunctions: {
    section: '2.6',
    question: 'Vehicle function keys',
    settles: ['vehicle_function'],
    answer:
      'passenger, airport, school_run, wheelchair, delivery, courier, moving, luggage; a fleet file’s own',
  },
  bookingWhen: {
    section: '2.6',
    question: 'Values of a booking’s when',
    settles: ['booking_when'],
    choices: ['now', 'time', 'seconds'],
    answer: 'time: ISO 8601 UTC; seconds: since 1970',
  },
  priceUnit: {
    section: '2.6',
    question: 'Unit of prices and totals',
    settles: ['price_form'],
    choices: ['major', 'minor'],
  },
  optionalFields: {
    section: '2.6',
    question: 'Fields that a vehicle does not have',
    settles: ['empty_field'],
    choices: ['absent', 'null'],
    answer: 'always there: id, active_booking_id, status, position',
  },
  statusOnTrip: {
    section: '3',
    question: 'Vehicle statuses',
    settles: ['vehicle_status'],
    choices: ['busy', 'on_trip', 'booked'],
    answer: 'on a trip; beside it available, reserved, offline, out_of_service',
  },
  bookingStatuses: {
    section: '3',
    question: 'Booking statuses and transitions',
    settles: ['booking_status', 'transitions'],
    answer:
      'pending, then declined or accepted, then failed, cancelled, or under_way and done; the example stays pending',
  },
  otherMethods: {
    section: '4',
    question: 'Methods other than GET',
    isOurs: true,
    choices: [405, 404],
    answer: '405: with Allow',
  },
  unknownPaths: {
    section: '4',
    question: 'Unknown paths, trailing slashes',
    isOurs: true,
    answer: '404, after the key was checked',
  },
  invalidParameter: {
    section: '4.1',
    question: 'Parameters missing, malformed or repeated',
    isOurs: true,
    choices: [400, 422],
  },
  unknownParameters: {
    section: '4.1',
    question: 'Parameters not listed',
    isOurs: true,
    choices: ['ignored', 'rejected'],
  },
  unknownType: {
    section: '4.1',
    question: 'A type that no vehicle has',
    isOurs: true,
    choices: ['empty', 'rejected'],
    answer: 'empty: no vehicles',
  },
  pages: {
    section: '4.2',
    question: 'Vehicles that move while a search is read page by page',
    isOurs: true,
    choices: ['frozen', 'moving', 'random'],
    answer:
      'frozen: all pages show the moment of the first; moving: each its own, so that a vehicle may come twice or not at all; random: each its own, in an order of its own',
  },
  lastCursor: {
    section: '4.2',
    question: 'next_cursor of the last page',
    settles: ['last_page'],
    choices: ['absent', 'empty', 'null'],
  },
  cursorLifetime: {
    section: '4.2',
    question: 'Lifetime of a cursor',
    settles: ['cursor_form'],
    choices: ['5-minutes', '1-minute', 'unlimited'],
    answer:
      'one that is malformed, expired or of another query is a malformed parameter; limit may differ',
  },
  wrapperByOurRef: {
    section: '4.2',
    question: 'Wrapper of endpoint 3',
    settles: ['wrapper'],
    choices: ['vehicle', 'bare', 'vehicles'],
    answer: 'vehicle: as §2.1 says of every Vehicle; vehicles: a list of one',
  },
  wrapperStatus: {
    section: '4.2',
    question: 'Wrapper of endpoint 4',
    settles: ['wrapper'],
    choices: ['vehicle', 'bare', 'vehicles'],
    answer: 'vehicles: a list of one',
  },
  notFound: {
    section: '4.2',
    question: 'Vehicle not found',
    settles: ['not_found'],
    choices: ['404-json', '404-html', '404-empty', '400-json', '200-null'],
  },
  order: {
    section: '4.2',
    question: 'Order of search results',
    settles: ['order'],
    choices: ['distance', 'id', 'shuffled', 'shuffled-pages'],
    answer:
      'distance: nearest first; shuffled: the same in all pages; shuffled-pages: near pages first, each shuffled',
  },
  keyPrecedence: {
    section: '5',
    question: 'Both forms of key sent',
    settles: ['key_forms'],
    choices: ['header', 'query', 'either'],
    answer: 'either: one valid key is enough',
  },
  keyFormat: {
    section: '5',
    question: 'Lifetime and format of keys',
    settles: ['keys'],
    answer: 'any text without spaces; valid until its time, if it is given one',
  },
  webhookTime: {
    section: '6',
    question: 'When each webhook is sent',
    settles: ['webhook_times'],
    answer:
      'vehicle-booking-create with a new booking, to the address in its vehicle’s webhooks; booking_status_changed with each status, to the address in its own; no address, no delivery',
  },
  webhookForm: {
    section: '6',
    question: 'Payload of each webhook',
    settles: ['payloads'],
    choices: ['wrapped', 'bare', 'event-data', 'form-encoded', 'mixed'],
  },
  webhookSpelling: {
    section: '6',
    question: 'Name of the webhook in its payload',
    settles: ['payloads'],
    choices: ['underscores', 'hyphens', 'mixed'],
  },
  webhookDoubled: {
    section: '6',
    question: 'Deliveries that come twice',
    settles: ['webhook_delivery'],
    choices: ['never', 'sometimes'],
    answer: 'sent again after a failed connection or 5xx: after 1, 5 and 25 s; no signature',
  },
  webhookOrder: {
    section: '6',
    question: 'Order of deliveries',
    settles: ['webhook_delivery'],
    choices: ['kept', 'shuffled'],
  },
  webhookLate: {
    section: '6',
    question: 'Deliveries that come late',
    settles: ['webhook_times'],
    choices: ['never', 'sometimes'],
    answer: 'sometimes: every fourth, by 20 s',
  },
  errorBody: {
    section: '7',
    question: 'Body of an error',
    settles: ['error_body'],
    choices: ['error', 'message', 'problem', 'text', 'html', 'empty'],
    answer: 'error: {error: {code, message}}; problem: RFC 9457',
  },
  statusCodes: {
    section: '7',
    question: 'Status codes other than 401',
    settles: ['status_code'],
    answer: '400 for a path that is not percent-encoded text; the others as the options say',
  },
  rateLimit: {
    section: '8',
    question: 'Rate limit',
    settles: ['rate_limit_header'],
    choices: ['off', '600-per-minute', '60-per-minute'],
    answer: 'of a key; then 429',
  },
  retryAfter: {
    section: '8',
    question: 'When to come back after 429',
    settles: ['rate_limit_header'],
    choices: ['seconds', 'date', 'absent'],
  },
  limitMaximum: {
    section: '8',
    question: 'Maximum limit',
    settles: ['query_change'],
    choices: [100, 20, 1000],
  },
  overLimit: {
    section: '8',
    question: 'Limit above the maximum',
    settles: ['query_change'],
    choices: ['clamped', 'rejected'],
    answer: 'clamped: and echoed so',
  },
  overRadius: {
    section: '8',
    question: 'Maximum radius',
    settles: ['query_change'],
    choices: ['honoured', 'clamped', 'rejected'],
    answer: 'honoured: up to half the Earth and beyond; else 50 km',
  },
  versions: {
    section: '9',
    question: 'Other versions',
    settles: ['versions'],
    answer: '404',
  },
} as const satisfies Record<string, ReferenceGap>

type Table = typeof table
type OptionName = {
  [Name in keyof Table]: Table[Name] extends { choices: unknown } ? Name : never
}[keyof Table]

export type GapAnswers = { [Name in OptionName]: Table[Name]['choices'][number] }

/** Every gap by its name; those with choices are options. */
export const gaps: Readonly<Record<keyof Table, ReferenceGap>> = table

export const gapNames = (Object.keys(table) as (keyof Table)[]).filter(
  (name): name is OptionName => 'choices' in table[name],
)

export const gapChoices = Object.fromEntries(
  gapNames.map((name) => [name, table[name].choices]),
) as {
  readonly [Name in OptionName]: Table[Name]['choices']
}

export type GapRow = readonly [name: string, ...rest: string[]]

/**
 * A row for each gap: its name, section, question (marked where it is our own),
 * choices, and what they mean.
 */
export function gapRows(): readonly GapRow[] {
  return Object.entries(gaps).map(
    ([name, { section, question, choices = [], answer = '', isOurs }]) => [
      name,
      `§${section}`,
      isOurs ? `${question} *` : question,
      choices.join(', '),
      answer,
    ],
  )
}

/**
 * The given answers, and the first choice of the rest.
 * @throws RangeError naming the option and its choices
 */
export function answerGaps(given: Partial<GapAnswers> = {}): GapAnswers {
  const answers: Record<string, string | number> = {}
  for (const name of gapNames) answers[name] = gapChoices[name][0]
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) answers[name] = checkGap(name, value)
  }
  return answers as GapAnswers
}

/** Reads `name=value` as written on a command line. */
export function parseGap(text: string): Partial<GapAnswers> {
  const at = text.indexOf('=')
  if (at < 0) throw new RangeError(`gap "${text}" has no value, expected name=value`)
  const name = text.slice(0, at)
  return { [name]: checkGap(name, text.slice(at + 1)) }
}

function checkGap(name: string, value: string | number): string | number {
  if (!Object.hasOwn(gapChoices, name))
    throw new RangeError(`unknown gap "${name}", expected one of ${gapNames.join(', ')}`)
  const choices: readonly (string | number)[] = gapChoices[name as keyof GapAnswers]
  const choice = choices.find((known) => String(known) === String(value))
  if (choice === undefined)
    throw new RangeError(`gap ${name} is "${value}", expected one of ${choices.join(', ')}`)
  return choice
}
