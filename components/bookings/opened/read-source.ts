import { visit } from 'jsonc-parser'
import { type ListedRecord, readListedRecord } from '@/components/bookings/table/listed-record'
import { decodeText } from '@/lib/format/text'
import { type Loss, lossesOf } from '@/lib/inspect/source'
import { type FoundBooking, findBookings } from '@/lib/interface/find-bookings'
import { isShallow } from '@/lib/interface/values'

export const MOST_BYTES = 20_000_000
export const MOST_RECORDS = 10_000

/** Why a source could not be opened; lines and columns from 1. */
export type SourceFault =
  | { readonly kind: 'too-big'; readonly bytes: number }
  | { readonly kind: 'too-many'; readonly records: number }
  | { readonly kind: 'malformed'; readonly line: number; readonly column: number }
  | { readonly kind: 'no-bookings' | 'not-text' | 'stopped' }

export interface LeftOut {
  /** Lines that are not JSON, from 1. */
  readonly lines: readonly number[]
  /** Values without a field of a booking, or nested too deeply. */
  readonly values: number
}

/** Messages of the reader; the last one is `done` or `fault`. */
export type ReaderMessage =
  | { readonly kind: 'records'; readonly records: readonly ListedRecord[]; readonly of: number }
  | { readonly kind: 'done'; readonly leftOut: LeftOut }
  | { readonly kind: 'fault'; readonly fault: SourceFault }

// The page handles a batch within a frame or two.
const BATCH_RECORDS = 250
// More lines than this are no damaged file but another format.
const MOST_DAMAGED = 1_000
// Deeper than any booking, and far below the limits of a browser's JSON functions.
const MOST_LEVELS = 100

/** Reads the bookings of a source in batches, one JSON value or one for each line. Runs in the worker. */
export async function* readSource(source: Blob): AsyncGenerator<ReaderMessage> {
  const fail = (fault: SourceFault): ReaderMessage => ({ kind: 'fault', fault })
  if (source.size > MOST_BYTES) return yield fail({ kind: 'too-big', bytes: source.size })
  const text = decodeText(await source.arrayBuffer())
  if (text === null) return yield fail({ kind: 'not-text' })
  const { parts, lines } = partsOf(text)
  const inParts = parts.map((part) => findBookings(part.value))
  const found = inParts.flatMap(({ bookings }, at) => withLosses(bookings, parts[at]?.text ?? ''))
  const flat = found.filter(({ value }) => isShallow(value, MOST_LEVELS))
  if (flat.length > MOST_RECORDS) return yield fail({ kind: 'too-many', records: flat.length })
  const isMalformed = (lines.length > 0 || parts.length === 0) && /[{[]/.test(text)
  if (flat.length === 0)
    return yield fail((isMalformed && firstFault(text)) || { kind: 'no-bookings' })
  for (let from = 0; from < flat.length; from += BATCH_RECORDS) {
    const records = flat
      .slice(from, from + BATCH_RECORDS)
      .map(({ booking, ...rest }, n) => readListedRecord(booking, { index: from + n, ...rest }))
    yield { kind: 'records', records, of: flat.length }
  }
  const others = inParts.reduce((sum, { others }) => sum + others, 0)
  yield { kind: 'done', leftOut: { lines, values: others + found.length - flat.length } }
}

/** One value, or those of the lines that are JSON; an array with one element on each line is read without its ends. */
function partsOf(text: string) {
  const whole = parse(text)
  if (whole) return { parts: [whole], lines: [] }
  const parts: { text: string; value: unknown }[] = []
  const lines: number[] = []
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const bare = line.replaceAll(/^[\s,[]+|[\s,\]]+$/g, '')
    const part = bare === '' ? null : (parse(line) ?? parse(bare))
    if (part) parts.push(part)
    else if (bare !== '' && lines.push(at + 1) > MOST_DAMAGED) return { parts: [], lines }
  }
  return { parts, lines }
}

function parse(text: string) {
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** Each booking with the losses inside it, by their paths from its value on. */
function withLosses(bookings: readonly FoundBooking[], text: string) {
  const found = bookings.map((booking) => ({ ...booking, losses: [] as Loss[] }))
  const byPath = new Map(found.map((booking) => [JSON.stringify(booking.path), booking]))
  const longest = Math.max(0, ...new Set(bookings.map(({ path }) => path.length)))
  for (const loss of lossesOf(text)) {
    for (let length = Math.min(longest, loss.path.length); length >= 0; length -= 1) {
      const booking = byPath.get(JSON.stringify(loss.path.slice(0, length)))
      booking?.losses.push({ ...loss, path: loss.path.slice(length) })
    }
  }
  return found
}

/** Null for a text without content, and for one that is nested beyond the stack. */
function firstFault(text: string): SourceFault | null {
  let fault: SourceFault | null = null
  const onError = (_code: number, _at: number, _length: number, line: number, column: number) => {
    fault ??= { kind: 'malformed', line: line + 1, column: column + 1 }
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowEmptyContent: true })
  } catch {
    return null
  }
  return fault
}
