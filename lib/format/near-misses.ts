import { isOurRef } from '@/lib/interface/identifiers'

/** Each costs a call. */
export const MOST_SPELLINGS = 6

/**
 * Other spellings of a reference, likeliest first: usual hyphens, spaces and letters, then other
 * case and separators; of a bare number the beginnings of other references with it.
 */
export function nearMisses(ourRef: string, others: readonly string[] = []): string[] {
  const plain = withUsualCharacters(ourRef)
  const upper = plain.toUpperCase()
  const parts = upper.split(/[ -]+|(?<=\p{L})(?=\p{N})/u)
  const spellings = new Set([
    plain,
    upper,
    parts.join('-'),
    parts.join(''),
    parts.join(' '),
    plain.toLowerCase(),
  ])
  if (/^\d+$/.test(plain)) {
    for (const beginning of beginningsOf(others)) spellings.add(`${beginning}${plain}`)
  }
  return [...spellings]
    .filter((spelling) => spelling !== ourRef && isOurRef(spelling))
    .slice(0, MOST_SPELLINGS)
}

/** "KB-" of "KB-17". */
function beginningsOf(references: readonly string[]): string[] {
  return references.flatMap((reference) => /^\D+(?=\d)/.exec(reference) ?? [])
}

/**
 * Without invisible characters and the apostrophe by which a spreadsheet keeps a text; one space
 * for any, a hyphen for any dash, plain letters for full-width ones.
 */
function withUsualCharacters(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\ufffd]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?- ?/g, '-')
    .trim()
    .replace(/^['’](?=.)/, '')
}
