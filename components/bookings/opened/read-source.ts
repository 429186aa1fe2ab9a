import { decodeText } from '@/lib/format/decode-text'
import { inspectBooking } from '@/lib/inspect/booking'
import { countSeverities } from '@/lib/inspect/finding'
import { findingsOfLosses, lossesOf } from '@/lib/inspect/source'
import { distanceMetres } from '@/lib/interface/geometry'
import { readAnyBooking } from '@/lib/interface/readers'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { MOST_BYTES, MOST_RECORDS } from './limits'
import { placeInText } from './place-in-text'
import type { OpenedRecord, SourceFault } from './records'
import { JsonFault, type RecordPlaces, splitRecords } from './split-records'

/** What a reading tells on its way. A text that is at fault is handed back, so that it can be corrected. */
export type ReadingNews =
  | { readonly kind: 'records'; readonly records: readonly OpenedRecord[]; readonly of: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'fault'; readonly fault: SourceFault; readonly text: string | null }

// Small enough that the page takes each in well under a frame or two.
const BATCH_RECORDS = 250

/** Reads all records of a source, a batch at a time; the last news is `done` or `fault`. Runs in the worker. */
export async function* readSource(source: Blob): AsyncGenerator<ReadingNews> {
  if (source.size > MOST_BYTES) {
    yield { kind: 'fault', fault: { kind: 'too-big', bytes: source.size }, text: null }
    return
  }
  const text = decodeText(await source.arrayBuffer())
  if (text === null) yield { kind: 'fault', fault: { kind: 'not-text' }, text: null }
  else yield* readText(text)
}

function* readText(text: string): Generator<ReadingNews> {
  const places = placesOf(text)
  if ('kind' in places) {
    yield { kind: 'fault', fault: places, text }
    return
  }
  const { starts, ends } = places
  for (let from = 0; from < starts.length; from += BATCH_RECORDS) {
    const batch = starts.slice(from, from + BATCH_RECORDS)
    const records = batch.map((start, n) => openRecord(text.slice(start, ends[from + n]), from + n))
    yield { kind: 'records', records, of: starts.length }
  }
  yield { kind: 'done' }
}

function placesOf(text: string): RecordPlaces | SourceFault {
  try {
    const places = splitRecords(text)
    const records = places.starts.length
    if (records === 0) return { kind: 'empty' }
    return records > MOST_RECORDS ? { kind: 'too-many', records } : places
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { offset, isTooDeep, message } = error
    const kind = isTooDeep ? 'too-deep' : 'malformed'
    return { kind, reason: message, offset, place: placeInText(text, offset) }
  }
}

/** @param text one record, of which it is known that it is JSON */
export function openRecord(text: string, index: number): OpenedRecord {
  const value: unknown = JSON.parse(text)
  const inspected = readAnyBooking(value)
  const losses = lossesOf(text)
  const record = inspected?.record
  return {
    index,
    value,
    inspected,
    words: inspected ? wordsOf(inspected) : '',
    createdMs: record?.ctime ? (parseTime(record.ctime)?.epochMs ?? null) : null,
    distanceMetres:
      record?.from_position && record.to_position
        ? distanceMetres(record.from_position, record.to_position)
        : null,
    losses,
    findings: countSeverities([
      ...inspectBooking(inspected ? inspected.raw : value),
      ...findingsOfLosses(losses, null),
    ]),
  }
}

// A megabyte of text is not searched letter by letter in every record.
const LONGEST_WORDS = 500

function wordsOf({ record }: Inspected<AnyBooking>): string {
  const texts = [...Object.values(record), ...Object.values(record.totals ?? {})]
  return texts
    .flatMap((value) => (typeof value === 'string' ? [value.slice(0, LONGEST_WORDS).toLowerCase()] : []))
    .join('\n')
}
