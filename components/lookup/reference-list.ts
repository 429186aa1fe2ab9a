import { isOurRef } from '@/lib/interface/identifiers'

/** References per list. */
export const REFERENCES_MAXIMUM = 500

/** A reference and its line, from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
}

/** The contents of a pasted column. */
export interface ReferenceList {
  /** Without repetitions, in the order of the lines. */
  readonly references: readonly ListedReference[]
  /** Blank lines, except after the last reference. */
  readonly blankLines: readonly number[]
  readonly repeats: readonly { readonly line: number; readonly firstLine: number }[]
  /** Lines that cannot be a reference (§4 row 3), with the reason. */
  readonly refusedLines: readonly { readonly line: number; readonly why: string }[]
}

/**
 * Reads one reference per line, exactly, with spaces, commas and quotes: the service compares references exactly.
 */
export function readReferences(text: string): ReferenceList {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const blankLines: number[] = []
  const repeats: { line: number; firstLine: number }[] = []
  const refusedLines: { line: number; why: string }[] = []
  for (const [index, ourRef] of lines.entries()) {
    const line = index + 1
    const firstLine = firstLines.get(ourRef)
    if (ourRef.trim() === '') blankLines.push(line)
    else if (!isOurRef(ourRef)) refusedLines.push({ line, why: whyRefused(ourRef) })
    else if (firstLine !== undefined) repeats.push({ line, firstLine })
    else {
      firstLines.set(ourRef, line)
      references.push({ line, ourRef })
    }
  }
  return { references, blankLines, repeats, refusedLines }
}

const SHOWN = 8

function whyRefused(text: string): string {
  if (text.includes('\t')) return 'contains a tab'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

/** Sentences about skipped lines. */
export function remarksOf({ blankLines, repeats, refusedLines }: ReferenceList): string[] {
  const remarks: string[] = []
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
