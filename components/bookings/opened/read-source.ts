import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { readListedRecord } from '@/components/bookings/table/read-record'
import { decodeText } from '@/lib/format/decode-text'
import { lossesOf } from '@/lib/inspect/source'
import { MOST_BYTES, MOST_RECORDS } from './limits'
import type { SourceFault } from './source-fault'
import { type ReadableRecords, type SkippedPart, splitReadable } from './split-readable'
import { JsonFault } from './split-records'
import { textPosition } from './text-position'

/** Messages of the reader; a faulty text is returned to be corrected. */
export type ReaderMessage =
  | { readonly kind: 'records'; readonly records: readonly ListedRecord[]; readonly of: number }
  | { readonly kind: 'done'; readonly skipped: readonly SkippedPart[] }
  | { readonly kind: 'fault'; readonly fault: SourceFault; readonly text: string | null }

// The page handles a batch within a frame or two.
const BATCH_RECORDS = 250

/** Reads the records of a source in batches; the last message is `done` or `fault`. Runs in the worker. */
export async function* readSource(source: Blob): AsyncGenerator<ReaderMessage> {
  if (source.size > MOST_BYTES) {
    yield { kind: 'fault', fault: { kind: 'too-big', bytes: source.size }, text: null }
    return
  }
  const text = decodeText(await source.arrayBuffer())
  if (text === null) yield { kind: 'fault', fault: { kind: 'not-text' }, text: null }
  else yield* readText(text)
}

function* readText(text: string): Generator<ReaderMessage> {
  const ranges = findRecords(text)
  if ('kind' in ranges) {
    yield { kind: 'fault', fault: ranges, text }
    return
  }
  const { starts, ends, skipped } = ranges
  for (let from = 0; from < starts.length; from += BATCH_RECORDS) {
    const batch = starts.slice(from, from + BATCH_RECORDS)
    const records = batch.map((start, n) => openRecord(text.slice(start, ends[from + n]), from + n))
    yield { kind: 'records', records, of: starts.length }
  }
  yield { kind: 'done', skipped }
}

function findRecords(text: string): ReadableRecords | SourceFault {
  try {
    const ranges = splitReadable(text)
    const records = ranges.starts.length
    if (records === 0) return { kind: 'empty' }
    return records > MOST_RECORDS ? { kind: 'too-many', records } : ranges
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { offset, isTooDeep, message } = error
    const kind = isTooDeep ? 'too-deep' : 'malformed'
    return { kind, reason: message, offset, position: textPosition(text, offset) }
  }
}

/** @param text one record, known to be valid JSON */
export function openRecord(text: string, index: number): ListedRecord {
  return readListedRecord(JSON.parse(text), { index, source: 'opened', losses: lossesOf(text) })
}
