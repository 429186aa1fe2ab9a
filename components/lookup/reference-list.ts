import { counted } from '@/lib/format/number'
import { isOurRef } from '@/lib/interface/identifiers'

/** References that may be looked up at once. */
export const REFERENCES_MAXIMUM = 500

/** One reference and the line it stands on, counted from 1. */
export interface ListedReference {
  readonly line: number
  readonly ourRef: string
}

/** What a pasted column holds. */
export interface ReferenceList {
  /** Each once, in the order of the lines. */
  readonly references: readonly ListedReference[]
  /** Lines with nothing or only white space on them; not those after the last reference. */
  readonly blankLines: readonly number[]
  readonly repeats: readonly { readonly line: number; readonly firstLine: number }[]
  /** Lines that no reference can be (§4 row 3): too long, or with a control character such as a tab. */
  readonly refusedLines: readonly number[]
}

/**
 * Reads one reference a line. What stands on a line is taken letter by letter, spaces, commas and quotes included: that
 * is how the service compares references.
 */
export function readReferences(text: string): ReferenceList {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  const firstLines = new Map<string, number>()
  const references: ListedReference[] = []
  const blankLines: number[] = []
  const repeats: { line: number; firstLine: number }[] = []
  const refusedLines: number[] = []
  for (const [index, ourRef] of lines.entries()) {
    const line = index + 1
    const firstLine = firstLines.get(ourRef)
    if (ourRef.trim() === '') blankLines.push(line)
    else if (!isOurRef(ourRef)) refusedLines.push(line)
    else if (firstLine !== undefined) repeats.push({ line, firstLine })
    else {
      firstLines.set(ourRef, line)
      references.push({ line, ourRef })
    }
  }
  return { references, blankLines, repeats, refusedLines }
}

const SHOWN = 8

/** What of a list is not looked up, in words: "2 blank lines (3 and 9)". */
export function remarksOf({ blankLines, repeats, refusedLines }: ReferenceList): string[] {
  const numbers = (lines: readonly (number | string)[]) =>
    lines.length > SHOWN ? `${lines.slice(0, SHOWN).join(', ')}, …` : lines.join(', ')
  const remarks: string[] = []
  if (blankLines.length > 0)
    remarks.push(`${counted(blankLines.length, 'blank line')} (${numbers(blankLines)})`)
  if (repeats.length > 0) {
    const each = repeats.map(({ line, firstLine }) => `${line} as ${firstLine}`)
    remarks.push(`${counted(repeats.length, 'repeated line')} (${numbers(each)})`)
  }
  if (refusedLines.length > 0) {
    const can = refusedLines.length === 1 ? 'is no reference' : 'are no references'
    remarks.push(`${counted(refusedLines.length, 'line')} that ${can} (${numbers(refusedLines)})`)
  }
  return remarks
}
