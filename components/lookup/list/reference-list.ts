import { decodeText } from '@/lib/format/decode-text'
import { safeText } from '@/lib/format/text'
import { isOurRef } from '@/lib/interface/identifiers'
import { type ReferenceTable, readTable } from './reference-table'

/** References per list. */
export const REFERENCES_MAXIMUM = 500

/** A reference and its line, from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
}

/** A line that is not looked up, and why. */
export interface SkippedLine {
  readonly line: number
  readonly text: string
  readonly why: string
}

/** The contents of a pasted column. */
export interface ReferenceList {
  /** Without repetitions, in the order of the lines. */
  readonly references: readonly ListedReference[]
  /** Blank lines, except after the last reference. */
  readonly blankLines: readonly number[]
  readonly repeats: readonly (SkippedLine & { readonly firstLine: number })[]
  /** Lines that cannot be a reference (§4 row 3). */
  readonly refusedLines: readonly SkippedLine[]
  /** Null for plain lines. */
  readonly table: ReferenceTable | null
  /** The column that is taken; null for whole lines. */
  readonly column: Taken
}

/** A column, every cell, or whole lines as they stand. */
export type Taken = number | 'every' | null

/**
 * Reads the references of a table's column or cells, or one per line: exactly, as the service compares them exactly.
 * @param chosen left out, or a column that the table does not have: the likeliest
 */
export function readReferences(text: string, chosen?: Taken): ReferenceList {
  const table = readTable(text)
  const isKnown = typeof chosen === 'number' ? table?.columns[chosen] !== undefined : chosen !== undefined
  const column = table === null ? null : isKnown ? (chosen as Taken) : table.likely
  const entries =
    table === null || column === null
      ? linesOf(text).map((ourRef, index) => ({ line: index + 1, ourRef, isBlank: ourRef.trim() === '' }))
      : table.rows.flatMap(({ line, cells }) => {
          const isBlank = cells.every((cell) => cell.trim() === '')
          if (column !== 'every' || isBlank) return { line, ourRef: cells[Number(column)] ?? '', isBlank }
          return cells.filter(Boolean).map((ourRef) => ({ line, ourRef, isBlank }))
        })
  while (entries.at(-1)?.isBlank) entries.pop()
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const blankLines: number[] = []
  const repeats: (SkippedLine & { firstLine: number })[] = []
  const refusedLines: SkippedLine[] = []
  for (const { line, ourRef, isBlank } of entries) {
    const firstLine = firstLines.get(ourRef)
    if (isBlank) blankLines.push(line)
    else if (!isOurRef(ourRef))
      refusedLines.push({ line, text: ourRef.slice(0, LONGEST_SKIPPED), why: whyRefused(ourRef) })
    else if (firstLine !== undefined)
      repeats.push({ line, text: ourRef, why: `repeats line ${firstLine}`, firstLine })
    else {
      firstLines.set(ourRef, line)
      references.push({ line, ourRef })
    }
  }
  return { references, blankLines, repeats, refusedLines, table, column }
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
}

/** Lines that are not looked up, in their order, for the table and its file; at most as many as references. */
export function skippedLines({ repeats, refusedLines }: ReferenceList): SkippedLine[] {
  return [...repeats, ...refusedLines].sort((a, b) => a.line - b.line).slice(0, REFERENCES_MAXIMUM)
}

// Dates and rounded numbers that spreadsheets make of "2-1" and of long numbers.
const MONTH = '(jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)'
const CHANGED = new RegExp(
  `^(\\d{1,2}[-. ]?${MONTH}\\.?|${MONTH}[-. ]\\d{2,4}|\\d([.,]\\d+)?e\\+\\d+|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4})$`,
  'i',
)
const SHOWN = 8
// Characters of a line that is shown but not looked up.
const LONGEST_SKIPPED = 200

function whyRefused(text: string): string {
  if (text.trim() === '') return 'no reference'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

/** Sentences about skipped lines. */
export function remarksOf({ references, blankLines, repeats, refusedLines }: ReferenceList): string[] {
  const remarks: string[] = []
  const changed = references.filter(({ ourRef }) => CHANGED.test(ourRef))
  if (changed[0])
    remarks.push(
      `${lines(changed.map(({ line }) => line))} may have been changed by a spreadsheet (“${safeText(changed[0].ourRef, 40)}”): format the column as text there.`,
    )
  if (blankLines.length > 0) remarks.push(`${lines(blankLines)} ${isOrAre(blankLines)} blank.`)
  for (const firstLine of new Set(repeats.map((repeat) => repeat.firstLine))) {
    const group = repeats.filter((repeat) => repeat.firstLine === firstLine)
    if (remarks.length > SHOWN) return [...remarks, 'More lines repeat earlier ones.']
    const verb = group.length === 1 ? 'repeats' : 'repeat'
    remarks.push(`${lines(group.map(({ line }) => line))} ${verb} line ${firstLine}.`)
  }
  if (refusedLines.length > 0) {
    const each = refusedLines.map(({ line, why }) => `${line} (${why})`)
    remarks.push(`${lines(each)} ${refusedLines.length === 1 ? 'was' : 'were'} skipped.`)
  }
  return remarks
}

/** "Line 2", "Lines 2 and 9", at most eight of them. */
function lines(numbers: readonly (number | string)[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`
  const rest = numbers.length - SHOWN
  const shown = rest > 0 ? [...numbers.slice(0, SHOWN), `${rest} more`] : numbers
  return `Lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function isOrAre(numbers: readonly unknown[]): string {
  return numbers.length === 1 ? 'is' : 'are'
}

// 500 references of the longest kind, twice.
const LARGEST_BYTES = 1_000_000

/** Reads a file as text: UTF-8, or UTF-16 as spreadsheets write it. Other content is refused in words. */
export async function readTextFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<{ text: string; refusal: null } | { text: null; refusal: string }> {
  if (file.size > LARGEST_BYTES)
    return { text: null, refusal: `The file has ${file.size} bytes; at most ${LARGEST_BYTES} are read.` }
  const text = decodeText(await file.arrayBuffer())
  return text === null
    ? { text, refusal: 'This file isn’t UTF-8 text. Save it as “CSV UTF-8” or paste the column.' }
    : { text, refusal: null }
}
