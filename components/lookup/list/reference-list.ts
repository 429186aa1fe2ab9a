import { formatCount } from '@/lib/format/number'
import { spreadsheetChange } from '@/lib/format/spreadsheet-changes'
import { decodeText } from '@/lib/inspect/decode-text'
import { isOurRef } from '@/lib/interface/identifiers'
import { rowsOfMarkup } from './reference-markup'
import { plainLines, readTable } from './reference-table'

export const REFERENCES_MAXIMUM = 500

/** A reference and its line, from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
}

export type ReferenceList = ReturnType<typeof readReferences>

/** A column, every cell, or whole lines as they stand. */
export type Taken = number | 'every' | null

/** Exactly, as the service compares them. @param chosen left out, or not of the table: the likeliest column */
export function readReferences(text: string, chosen?: Taken) {
  const markup = rowsOfMarkup(text)
  const refusal = typeof markup === 'string' ? markup : null
  const table = refusal === null ? readTable(text, asRows(markup)) : null
  const isKnown =
    typeof chosen === 'number' ? table?.columns[chosen] !== undefined : chosen !== undefined
  const column = table === null ? null : isKnown ? (chosen as Taken) : table.likely
  const entries =
    table === null || column === null
      ? plainLines(refusal === null ? text : '')
          .split('\n')
          .map((ourRef, index) => ({ line: index + 1, ourRef, isBlank: ourRef.trim() === '' }))
      : table.rows.flatMap(({ line, cells }) => {
          const isBlank = cells.every((cell) => cell.trim() === '')
          if (column !== 'every' || isBlank)
            return { line, ourRef: cells[Number(column)] ?? '', isBlank }
          return cells.filter(Boolean).map((ourRef) => ({ line, ourRef, isBlank }))
        })
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const skipped: { line: number; text: string; why: string }[] = []
  for (const { line, ourRef, isBlank } of entries) {
    const firstLine = firstLines.get(ourRef)
    if (isBlank) continue
    if (!isOurRef(ourRef))
      skipped.push({ line, text: ourRef.slice(0, LONGEST_SKIPPED), why: whyRefused(ourRef) })
    else if (firstLine !== undefined)
      skipped.push({ line, text: ourRef, why: `repeats line ${firstLine}` })
    else {
      firstLines.set(ourRef, line)
      references.push({ line, ourRef })
    }
  }
  return {
    /** Without repetitions, in the order of the lines. */
    references,
    /** Repeated lines, and those that cannot be a reference (§4 row 3). */
    skipped,
    /** Lines whose references a spreadsheet has changed. */
    changed: references.filter(({ ourRef }) => spreadsheetChange(ourRef) !== null),
    /** Why nothing is read of a text that holds no list, as a sentence. */
    refusal,
    /** Null for plain lines. */
    table,
    /** Null for whole lines. */
    column,
  }
}

const asRows = (markup: string[][] | string | null): string[][] | null =>
  typeof markup === 'string' ? null : markup

// Characters of a line that is shown but not looked up.
const LONGEST_SKIPPED = 200

function whyRefused(text: string): string {
  if (text.trim() === '') return 'no reference'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

export function remarkOf({ skipped: [first, ...more], changed }: ReferenceList): string {
  const others = more.length > 0 ? ` and ${formatCount(more.length)} more` : ''
  const skipped = first ? `Skipped: line ${first.line} (${first.why})${others}.` : ''
  return [skipped, changedInWords(changed)].filter(Boolean).join(' ')
}

const MOST_NAMED = 5

function changedInWords(changed: readonly ListedReference[]): string {
  if (changed.length === 0) return ''
  const named = changed.slice(0, MOST_NAMED).map(({ line }) => line)
  const rest = changed.length - named.length
  const lines = `${named.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`
  return `A spreadsheet has probably changed ${changed.length === 1 ? 'line' : 'lines'} ${lines}.`
}

// 500 references of the longest kind, twice.
const LARGEST_BYTES = 1_000_000

/** Reads a file as text: UTF-8, or UTF-16 as spreadsheets write it. Other content is refused in words. */
export async function readTextFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<{ text: string; refusal: null } | { text: null; refusal: string }> {
  if (file.size > LARGEST_BYTES)
    return {
      text: null,
      refusal: `The file has ${file.size} bytes; at most ${LARGEST_BYTES} are read.`,
    }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte)))
    return {
      text: null,
      refusal: 'This file is a workbook. Save it as “CSV UTF-8” or paste the column.',
    }
  const text = decodeText(bytes)
  return text === null
    ? { text, refusal: 'This file isn’t UTF-8 text. Save it as “CSV UTF-8” or paste the column.' }
    : { text, refusal: null }
}

/** First bytes of a ZIP archive (.xlsx, .ods) and of a compound file (.xls). */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
