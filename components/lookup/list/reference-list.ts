import { safeText } from '@/lib/format/text'
import { isOurRef } from '@/lib/interface/identifiers'

/** References per list. */
export const REFERENCES_MAXIMUM = 500

/** A reference and its line, from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
  /** Further columns of the line, which are not looked up. */
  readonly leftOut?: string
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
}

/**
 * Reads one reference per line, exactly, with spaces, commas and quotes: the service compares references exactly. Of
 * columns copied from a spreadsheet, which are separated by tabs, the first is taken.
 */
export function readReferences(text: string): ReferenceList {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const blankLines: number[] = []
  const repeats: (SkippedLine & { firstLine: number })[] = []
  const refusedLines: SkippedLine[] = []
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const [ourRef = '', ...columns] = text.split('\t')
    const leftOut = columns.filter((column) => column.trim() !== '').join(', ')
    const firstLine = firstLines.get(ourRef)
    if (text.trim() === '') blankLines.push(line)
    else if (!isOurRef(ourRef))
      refusedLines.push({ line, text: text.slice(0, LONGEST_SKIPPED), why: whyRefused(ourRef) })
    else if (firstLine !== undefined)
      repeats.push({ line, text: ourRef, why: `repeats line ${firstLine}`, firstLine })
    else {
      firstLines.set(ourRef, line)
      references.push({ line, ourRef, ...(columns.length > 0 && { leftOut }) })
    }
  }
  return { references, blankLines, repeats, refusedLines }
}

/** Lines that are not looked up, in their order, for the table and its file; at most as many as references. */
export function skippedLines({ repeats, refusedLines }: ReferenceList): SkippedLine[] {
  return [...repeats, ...refusedLines].sort((a, b) => a.line - b.line).slice(0, REFERENCES_MAXIMUM)
}

const SHOWN = 8
// Characters of a line that is shown but not looked up.
const LONGEST_SKIPPED = 200

function whyRefused(text: string): string {
  if (text === '') return 'first column is empty'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

/** Sentences about skipped lines. */
export function remarksOf({ references, blankLines, repeats, refusedLines }: ReferenceList): string[] {
  const remarks: string[] = []
  const columned = references.filter(({ leftOut }) => leftOut !== undefined)
  const [sample] = columned.flatMap(({ leftOut }) => (leftOut ? [leftOut] : []))
  if (columned.length > 0) {
    const verb = columned.length === 1 ? 'has' : 'have'
    const what = sample ? `, not “${safeText(sample, 40)}”` : ''
    remarks.push(
      `${lines(columned.map(({ line }) => line))} ${verb} several columns: the first is looked up${what}.`,
    )
  }
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
