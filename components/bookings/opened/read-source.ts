import { visit } from 'jsonc-parser'
import { type ListedRecord, readListedRecord } from '@/components/bookings/table/listed-record'
import { decodeLatin1, decodeText } from '@/lib/inspect/decode-text'
import {
  type FoundBooking,
  findBookings,
  recordOfFacts,
} from '@/lib/inspect/delivery/find-bookings'
import { type ParsedText, parseText, repaired } from '@/lib/inspect/delivery/parse-text'
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
  if (flat.length > MOST_RECORDS) return yield fail({ kind: 'too-many', records: flat.length })
  const isMalformed = (parsed.damaged.length > 0 || parsed.parts.length === 0) && /[{[]/.test(text)
  if (flat.length === 0)
    return yield fail((isMalformed && firstFault(text)) || { kind: 'no-bookings' })
  for (let from = 0; from < flat.length; from += BATCH_RECORDS) {
    const records = flat.slice(from, from + BATCH_RECORDS).map((one, n) => {
      const { value, within, losses } = one
      return readListedRecord(recordOf(one), { index: from + n, value, within, losses })
    })
    yield { kind: 'records', records, of: flat.length }
  }
  const values = others + found.length - flat.length
  yield { kind: 'done', leftOut: { lines: parsed.damaged, values } }
}

/** Of what only refers to a booking, the fields that it says of it. */
const recordOf = ({ booking, facts }: FoundBooking): JsonObject =>
  facts.isWhole ? booking : recordOfFacts(facts)

/** Each booking with the losses inside it, by their paths from its value on. */
function withLosses(bookings: readonly FoundBooking[], { parts }: ParsedText) {
  const found = bookings.map((booking) => ({ ...booking, losses: [] as Loss[] }))
  const byPath = new Map(found.map((booking) => [JSON.stringify(booking.path), booking]))
  const longest = Math.max(0, ...new Set(bookings.map(({ path }) => path.length)))
  for (const [index, part] of parts.entries()) {
    const before = parts.length === 1 ? [] : [index]
    for (const loss of lossesOf(part.text)) {
      const path = [...before, ...loss.path]
      for (let length = Math.min(longest, path.length); length >= 0; length -= 1) {
        const booking = byPath.get(JSON.stringify(path.slice(0, length)))
        booking?.losses.push({ ...loss, path: path.slice(length) })
      }
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
    visit(repaired(text), { onError }, { disallowComments: true, allowEmptyContent: true })
  } catch {
    return null
  }
  return fault
}
