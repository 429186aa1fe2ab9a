/**
 * Where the interface says "not shown", this service answers as follows. The first choice is the answer unless
 * `gaps` says otherwise; the other choices are what another service might as plausibly do.
 *
 * | §   | not shown | option | choices |
 * |-----|-----------|--------|---------|
 * | 2.2 | when mtime advances | mtime | reports, edits (of the record, one a week), frozen (one time of 2017 for all), absent, ahead (ten minutes), 2034, other-zone (`-03:00`, §2.1 too) |
 * | 2.2 | spelling of the search object's mtime | searchTime | fraction (`.250+00:00`), seconds, basic-offset (`+0000`), z |
 * | 2.2 | several functions in one string | functionsInSearch | single (the first), joined (by commas), array |
 * | 2.2 | position of a vehicle that is offline | offlinePosition | last-known, null, absent, left-out (of search results) |
 * | 2.5 | form of the echoed query | queryEcho | plain, encoded (`%2C`), question-mark (leading `?`), absent |
 * | 2.5 | how approximate total is | total | exact, rounded (two digits), absent |
 * | 2.6 | vehicle type keys | – | taxi, executive, minibus, wheelchair_taxi, van, cargo_bike, motorbike; a fleet file's own |
 * | 2.6 | vehicle function keys | – | passenger, airport, school_run, wheelchair, delivery, courier, moving, luggage; a fleet file's own |
 * | 2.6 | other values of a booking's when | bookingWhen | now, time (ISO 8601 UTC), seconds (since 1970) |
 * | 2.6 | unit of prices and totals | priceUnit | major, minor |
 * | 2.6 | fields a vehicle does not have | optionalFields | absent, null. Always there: id, active_booking_id, status, position |
 * | 3   | vehicle statuses | statusOnTrip | busy, on_trip, booked; beside them available, reserved, offline, out_of_service |
 * | 3   | booking statuses, all transitions | – | pending, then declined or accepted, then failed or under_way and done; the example stays `pending` |
 * | 4   | other methods | otherMethods | 405 (with Allow), 404 |
 * | 4   | unknown paths, trailing slashes | – | 404, after the key was checked |
 * | 4.1 | parameters missing, malformed | invalidParameter | 400, 422 |
 * | 4.1 | parameters repeated | – | as malformed |
 * | 4.1 | parameters not listed | unknownParameters | ignored, rejected |
 * | 4.1 | a type no vehicle has | unknownType | empty (no vehicles), rejected |
 * | 4.2 | next_cursor of the last page | lastCursor | absent, empty, null |
 * | 4.2 | lifetime of a cursor | cursorLifetime | 5-minutes, 1-minute, unlimited |
 * | 4.2 | cursor malformed, expired, of another query | – | as a malformed parameter; only limit may differ |
 * | 4.2 | wrapper of endpoint 3 | wrapperByOurRef | vehicle (as §2.1 says of every Vehicle), bare |
 * | 4.2 | wrapper of endpoint 4 | wrapperStatus | vehicle, bare |
 * | 4.2 | vehicle not found | notFound | 404-json, 404-html, 404-empty, 200-null |
 * | 4.2 | order of search results | order | distance (nearest first), id, shuffled (the same in all pages) |
 * | 5   | both forms of key sent | keyPrecedence | header, query, either (one valid key is enough) |
 * | 5   | lifetime and format of keys | – | any string; valid until its expiresAt, if it has one |
 * | 6   | webhook payload, time, delivery | – | never called; with `--hooks` as bookings/forms.ts says |
 * | 7   | body of an error | errorBody | error (`{error: {code, message}}`), message, problem (RFC 9457), text, html, empty |
 * | 8   | rate limit | rateLimit | off, 600-per-minute, 60-per-minute (a key; then 429) |
 * | 8   | when to come back after 429 | retryAfter | seconds, date, absent |
 * | 8   | maximum limit | limitMaximum | 100, 20, 1000 |
 * | 8   | limit above the maximum | overLimit | clamped (and echoed so), rejected |
 * | 8   | maximum radius | overRadius | honoured (up to half the Earth and beyond), clamped (to 50 km), rejected |
 * | 9   | other versions | – | 404 |
 */
export const gapChoices = {
  mtime: ['reports', 'edits', 'frozen', 'absent', 'ahead', '2034', 'other-zone'],
  searchTime: ['fraction', 'seconds', 'basic-offset', 'z'],
  functionsInSearch: ['single', 'joined', 'array'],
  offlinePosition: ['last-known', 'null', 'absent', 'left-out'],
  queryEcho: ['plain', 'encoded', 'question-mark', 'absent'],
  total: ['exact', 'rounded', 'absent'],
  bookingWhen: ['now', 'time', 'seconds'],
  priceUnit: ['major', 'minor'],
  optionalFields: ['absent', 'null'],
  statusOnTrip: ['busy', 'on_trip', 'booked'],
  otherMethods: [405, 404],
  invalidParameter: [400, 422],
  unknownParameters: ['ignored', 'rejected'],
  unknownType: ['empty', 'rejected'],
  lastCursor: ['absent', 'empty', 'null'],
  cursorLifetime: ['5-minutes', '1-minute', 'unlimited'],
  wrapperByOurRef: ['vehicle', 'bare'],
  wrapperStatus: ['vehicle', 'bare'],
  notFound: ['404-json', '404-html', '404-empty', '200-null'],
  order: ['distance', 'id', 'shuffled'],
  keyPrecedence: ['header', 'query', 'either'],
  errorBody: ['error', 'message', 'problem', 'text', 'html', 'empty'],
  rateLimit: ['off', '600-per-minute', '60-per-minute'],
  retryAfter: ['seconds', 'date', 'absent'],
  limitMaximum: [100, 20, 1000],
  overLimit: ['clamped', 'rejected'],
  overRadius: ['honoured', 'clamped', 'rejected'],
} as const

type Choices = typeof gapChoices

export type GapAnswers = { [Name in keyof Choices]: Choices[Name][number] }

export const gapNames = Object.keys(gapChoices) as (keyof GapAnswers)[]

/**
 * Every gap answered: the given answers, and the first choice of the rest.
 * @throws RangeError naming the option and its choices, when an answer is not one of them
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
  if (!Object.hasOwn(gapChoices, name)) {
    throw new RangeError(`unknown gap "${name}", expected one of ${gapNames.join(', ')}`)
  }
  const choices: readonly (string | number)[] = gapChoices[name as keyof GapAnswers]
  const choice = choices.find((known) => String(known) === String(value))
  if (choice === undefined) {
    throw new RangeError(`gap ${name} is "${value}", expected one of ${choices.join(', ')}`)
  }
  return choice
}
