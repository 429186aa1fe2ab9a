import { isInArray, JsonFault, type RecordRanges, type Scan, scanRecords } from './split-records'

/** A part of a text that is not JSON, and was left out. */
export interface SkippedPart {
  /** First and last line, from 1. */
  readonly line: number
  readonly lastLine: number
  readonly reason: string
}

export interface ReadableRecords extends RecordRanges {
  readonly skipped: readonly SkippedPart[]
}

/** More faults than this are no damaged file but another format. */
const MOST_SKIPPED = 1_000

/**
 * Finds the records of a text as `splitRecords`, leaving out those that are not JSON: a cut-off last line, or a damaged
 * one among others. Reading continues at the next line that begins as the damaged record did.
 * @throws JsonFault the first, when no record is readable
 */
export function splitReadable(text: string): ReadableRecords {
  const scan: Scan = { starts: [], ends: [], open: [] }
  const skipped: SkippedPart[] = []
  const lineAt = lineCounter(text)
  let first: JsonFault | null = null
  for (let from = 0; from >= 0; ) {
    try {
      scanRecords(text, from, scan)
      break
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      first ??= error
      const start = scan.starts.length > scan.ends.length ? (scan.starts.pop() as number) : error.offset
      if (skipped.length >= MOST_SKIPPED) throw first
      from = nextRecord(text, start)
      const line = lineAt(start)
      const last = lineAt(from < 0 ? text.trimEnd().length : from) - (from < 0 ? 0 : 1)
      skipped.push({ line, lastLine: Math.max(line, last), reason: error.message })
      scan.open.length = isInArray(scan) ? 1 : 0
    }
  }
  if (first && scan.starts.length === 0) throw first
  return { starts: scan.starts, ends: scan.ends, skipped }
}

/** The next line that begins with an object, indented as the record at `start`; -1 without one. */
function nextRecord(text: string, start: number): number {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(lineStart, start)
  const indentation = /^[ \t]*$/.test(before) ? before : ''
  const at = text.indexOf(`\n${indentation}{`, start)
  return at < 0 ? -1 : at + 1
}

/** The line of an offset, from 1, for offsets in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = 0
  return (offset) => {
    for (; counted < offset; counted++) {
      const code = text.charCodeAt(counted)
      if (code === 10 || (code === 13 && text.charCodeAt(counted + 1) !== 10)) line++
    }
    return line
  }
}
