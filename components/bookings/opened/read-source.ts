import { visit } from 'jsonc-parser'
import { type ListedRecord, readListedRecord } from '@/components/bookings/table/listed-record'
import { decodeLatin1, decodeText } from '@/lib/inspect/decode-text'
import { type FoundBooking, findBookings } from '@/lib/inspect/delivery/find-bookings'
import { repaired } from '@/lib/inspect/delivery/json-text'
import { type ParsedText, parseText } from '@/lib/inspect/delivery/parse-text'
import { recordOfFacts } from '@/lib/inspect/delivery/record-of'
import { type Loss, lossesOf } from '@/lib/inspect/source'
import type { JsonObject } from '@/lib/interface/resources'
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
// Deeper than any booking, and far below the limits of a browser's JSON functions.
const MOST_LEVELS = 100

/**
 * Reads the bookings of a source in batches, as those of a webhook are read. Runs in the worker.
 */
export async function* readSource(source: Blob): AsyncGenerator<ReaderMessage> {
  const fail = (fault: SourceFault): ReaderMessage => ({ kind: 'fault', fault })
  if (source.size > MOST_BYTES) return yield fail({ kind: 'too-big', bytes: source.size })
  const bytes = new Uint8Array(await source.arrayBuffer())
  const text = decodeText(bytes) ?? decodeLatin1(bytes)
  if (text === null) return yield fail({ kind: 'not-text' })
  const parsed = parseText(text)
  const { bookings, others } = findBookings(parsed.content)
  const found = withLosses(bookings, parsed)
  const flat = found.filter(({ value }) => isShallow(value, MOST_LEVELS))
  const total = flat.length
  if (total > MOST_RECORDS) return yield fail({ kind: 'too-many', records: total })
  if (total === 0) return yield fail(faultOf(text, parsed))
  for (let from = 0; from < total; from += BATCH_RECORDS) {
    const batch = flat.slice(from, from + BATCH_RECORDS)
    const records = batch.map((one, n) => {
      const { value, within, losses } = one
      const record = recordOf(one)
      return readListedRecord(record, { index: from + n, value, within, losses })
    })
    yield { kind: 'records', records, of: total }
  }
  const leftOut: LeftOut = {
    lines: parsed.damaged,
    values: others + found.length - total,
  }
  yield { kind: 'done', leftOut }
}

/** Why a text has no bookings. */
function faultOf(text: string, { damaged, parts }: ParsedText): SourceFault {
  const hasBrackets = /[{[]/.test(text)
  const isBroken = damaged.length > 0 || parts.length === 0
  const fault = hasBrackets && isBroken ? firstFault(text) : null
  return fault ?? { kind: 'no-bookings' }
}

/** Of what only refers to a booking, the fields that it says of it. */
function recordOf({ booking, facts }: FoundBooking): JsonObject {
  return facts.isWhole ? booking : recordOfFacts(facts)
}

/** Each booking with the losses inside it, by their paths from its value on. */
function withLosses(bookings: readonly FoundBooking[], { parts }: ParsedText) {
  const found = bookings.map((booking) => ({ ...booking, losses: [] as Loss[] }))
  const byPath = new Map(found.map((booking) => [JSON.stringify(booking.path), booking]))
  const lengths = new Set(bookings.map(({ path }) => path.length))
  const longest = Math.max(0, ...lengths)
  for (const [index, part] of parts.entries()) {
    const before = parts.length === 1 ? [] : [index]
    for (const loss of lossesOf(part.text)) {
      const path = [...before, ...loss.path]
      for (let length = Math.min(longest, path.length); length >= 0; length--) {
        const outer = JSON.stringify(path.slice(0, length))
        const within = path.slice(length)
        const booking = byPath.get(outer)
        booking?.losses.push({ ...loss, path: within })
      }
    }
  }
  return found
}

/** Null for a text without content, and for one that is nested beyond the stack. */
function firstFault(text: string): SourceFault | null {
  let fault: SourceFault | null = null
  const onError = (_code: number, _at: number, _length: number, line: number, column: number) => {
    fault ??= {
      kind: 'malformed',
      line: line + 1,
      column: column + 1,
    }
  }
  const options = {
    disallowComments: true,
    allowEmptyContent: true,
  }
  try {
    visit(repaired(text), { onError }, options)
  } catch {
    return null
  }
  return fault
}
