import { formatCount } from '@/lib/format/number'
import { decodeText } from '@/lib/inspect/decode-text'
import { isOurRef } from '@/lib/interface/identifiers'
import { readTable } from './reference-table'

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
  const table = readTable(text)
  const isKnown =
    typeof chosen === 'number' ? table?.columns[chosen] !== undefined : chosen !== undefined
  const column = table === null ? null : isKnown ? (chosen as Taken) : table.likely
  const entries =
    table === null || column === null
      ? text
          .replace(/^\ufeff/, '')
          .split(/\r\n|\n|\r/)
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
    /** Null for plain lines. */
    table,
    /** Null for whole lines. */
    column,
  }
}

// Characters of a line that is shown but not looked up.
const LONGEST_SKIPPED = 200

function whyRefused(text: string): string {
  if (text.trim() === '') return 'no reference'
  if (/\p{Cc}/u.test(text)) return 'contains a control character'
  return text.isWellFormed() ? 'too long' : 'contains an invalid character'
}

export function remarkOf({ skipped: [first, ...more] }: ReferenceList): string {
  if (!first) return ''
  return `Skipped: line ${first.line} (${first.why})${more.length > 0 ? ` and ${formatCount(more.length)} more` : ''}.`
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
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  return text === null
    ? { text, refusal: 'This file isn’t UTF-8 text. Save it as “CSV UTF-8” or paste the column.' }
    : { text, refusal: null }
}
