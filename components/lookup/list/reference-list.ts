import { formatCount } from '@/lib/format/number'
import { spreadsheetChange } from '@/lib/format/spreadsheet-changes'
import { decodeText } from '@/lib/inspect/decode-text'
import { isOurRef } from '@/lib/interface/identifiers'
import { readMarkup } from './reference-markup'
import { plainLines, type ReferenceTable, readTable } from './reference-table'

export const REFERENCES_MAXIMUM = 500

/** A reference and its line, from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
}

export type ReferenceList = ReturnType<typeof readReferences>

/** A column, every cell, or null for whole lines. */
export type ColumnChoice = number | 'every' | null

interface Entry {
  readonly line: number
  readonly ourRef: string
}

interface SkippedLine {
  readonly line: number
  readonly text: string
  /** "repeats line 2", "too long". */
  readonly why: string
}

/**
 * References byte for byte, since the service compares them exactly.
 * @param chosen left out, or not of the table: the likeliest column
 */
export function readReferences(text: string, chosen?: ColumnChoice) {
  const markup = readMarkup(text)
  const refusal = markup?.kind === 'refused' ? markup.refusal : null
  const rows = markup?.kind === 'rows' ? markup : null
  const table = refusal === null ? readTable(text, rows) : null
  const column = table === null ? null : chosenColumn(table, chosen)
  const entries = entriesOf(refusal === null ? text : '', table, column)
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const skipped: SkippedLine[] = []
  for (const { line, ourRef } of entries) {
    if (!isOurRef(ourRef)) {
      const text = ourRef.slice(0, LONGEST_SKIPPED)
      const why = whyRefused(ourRef)
      skipped.push({ line, text, why })
      continue
    }
    const firstLine = firstLines.get(ourRef)
    if (firstLine !== undefined) {
      const why = `repeats line ${firstLine}`
      skipped.push({ line, text: ourRef, why })
      continue
    }
    firstLines.set(ourRef, line)
    references.push({ line, ourRef })
  }
  return {
    /** Without repetitions, in the order of the lines. */
    references,
    /** Repeated lines, and those that cannot be a reference (§4 row 3). */
    skipped,
    /** Lines whose references a spreadsheet has changed. */
    changed: references.filter(({ ourRef }) => spreadsheetChange(ourRef) !== null),
    /** Message for a text without a list; else null. */
    refusal,
    /** Of a JSON array or an HTML table, which has rows instead of lines. */
    isMarkup: rows !== null,
    /** Null for plain lines. */
    table,
    /** Null for whole lines. */
    column,
  }
}

function chosenColumn(table: ReferenceTable, chosen: ColumnChoice | undefined): ColumnChoice {
  if (chosen === undefined) return table.likely
  const isMissing = typeof chosen === 'number' && table.columns[chosen] === undefined
  return isMissing ? table.likely : chosen
}

/** Cells or lines that are not blank. */
function entriesOf(text: string, table: ReferenceTable | null, column: ColumnChoice): Entry[] {
  if (table === null || column === null) return lineEntries(text)
  return table.rows.flatMap(({ line, cells }) => {
    const isBlank = cells.every((cell) => cell.trim() === '')
    if (isBlank) return []
    if (column === 'every') {
      const filled = cells.filter(Boolean)
      return filled.map((ourRef) => ({ line, ourRef }))
    }
    const ourRef = cells[column] ?? ''
    return [{ line, ourRef }]
  })
}

function lineEntries(text: string): Entry[] {
  const lines = plainLines(text).split('\n')
  const entries = lines.map((ourRef, index) => ({ line: index + 1, ourRef }))
  return entries.filter(({ ourRef }) => ourRef.trim() !== '')
}

// Characters of a line that is shown but not looked up.
const LONGEST_SKIPPED = 200

function whyRefused(text: string): string {
  if (text.trim() === '') return 'no reference'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

export function remarkOf({ skipped, changed, isMarkup }: ReferenceList): string {
  const [first, ...more] = skipped
  const unit = isMarkup ? 'row' : 'line'
  const others = more.length > 0 ? ` and ${formatCount(more.length)} more` : ''
  const skippedInWords = first ? `Skipped: ${unit} ${first.line} (${first.why})${others}.` : ''
  const sentences = [skippedInWords, changedInWords(changed, unit)]
  return sentences.filter(Boolean).join(' ')
}

const MOST_NAMED = 5

function changedInWords(changed: readonly ListedReference[], unit: 'row' | 'line'): string {
  if (changed.length === 0) return ''
  const named = changed.slice(0, MOST_NAMED).map(({ line }) => line)
  const rest = changed.length - named.length
  const others = rest > 0 ? ` and ${formatCount(rest)} more` : ''
  const units = changed.length === 1 ? unit : `${unit}s`
  return `A spreadsheet has probably changed ${units} ${named.join(', ')}${others}.`
}

// Room for other columns: 500 of the longest references take 256 kB.
const LARGEST_BYTES = 1_000_000

/**
 * Reads a file as text: UTF-8, or UTF-16 as spreadsheets write it. Other
 * content is refused in words.
 */
export async function readTextFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<FileText> {
  if (file.size > LARGEST_BYTES) {
    return refused(`The file has ${file.size} bytes; at most ${LARGEST_BYTES} are read.`)
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isWorkbook = WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))
  if (isWorkbook) {
    return refused('This file is a workbook. Save it as “CSV UTF-8” or paste the column.')
  }
  const text = decodeText(bytes)
  if (text === null) {
    return refused('This file isn’t UTF-8 text. Save it as “CSV UTF-8” or paste the column.')
  }
  return { text, refusal: null }
}

type FileText =
  | { readonly text: string; readonly refusal: null }
  | { readonly text: null; readonly refusal: string }

function refused(refusal: string): FileText {
  return { text: null, refusal }
}

/** First bytes of a ZIP archive (.xlsx, .ods) and of a compound file (.xls). */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
