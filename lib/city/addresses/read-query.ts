import { foldText, foldWords } from './words'

/** One way to understand a text. */
export type Reading =
  | { readonly kind: 'name'; readonly words: readonly string[]; readonly isUnfinished: boolean }
  | { readonly kind: 'address'; readonly words: readonly string[]; readonly number: string }
  | { readonly kind: 'crossing'; readonly streets: readonly [readonly string[], readonly string[]] }

const HOUSE_NUMBER = /^\d{1,5}(?:[-.]\d{1,5})?\p{L}?$/u
const NUMBER_SIGN = /^(?:n[°ºo]?\.?|#)(?=\d)/u
/** "1234 bis", "1234 B". */
const SUFFIX = /^(?:bis|\p{L}{1,3})$/u
/** The text from here on is inside the house. */
const UNIT = /(^|[\s,])(apto|apartamento|apt|apartment|piso|unit|flat|oficina|suite|#)\.?\s.*$/u
const CORNER = /^(the )?(corner|intersection|crossing|esquina|cruce|ecke)( of| de)?\s+/u
const BETWEEN_STREETS =
  /\s*[/&@+]\s*|\s+(?:and|y|e|et|und|con|casi|esq\.?|esquina|corner|corner of|at|x|ecke)\s+/u
const READINGS_MAXIMUM = 8

/** The ways to understand a typed text. */
export function readQuery(text: string): Reading[] {
  const folded = foldText(text).replace(/\s+/gu, ' ').trim()
  const plain = folded.replace(CORNER, '').replace(UNIT, '')
  const words = foldWords(plain)
  if (words.length === 0) return []
  return [
    { kind: 'name', words, isUnfinished: !/[\s,]$/u.test(text) } as const,
    ...readAddresses(plain),
    ...readCrossings(plain),
  ].slice(0, READINGS_MAXIMUM)
}

/** The last number as the house's, or the first: "18 de Julio 1234", "1234 18 de Julio". */
function* readAddresses(text: string): Generator<Reading> {
  const [whole = ''] = text.split(/\s(?:esq\.?|esquina|casi)\s/u)
  const parts = whole.split(/[\s,]+/u).filter((part) => part !== '')
  const isNumber = (part: string) => HOUSE_NUMBER.test(part.replace(NUMBER_SIGN, ''))
  const numbered = [...parts.keys()].filter((n) => isNumber(parts[n]!))
  for (const at of new Set([numbered.at(-1), numbered[0]])) {
    if (at === undefined || parts.length === 1) continue
    const number = parts[at]!.replace(NUMBER_SIGN, '')
    const suffix = parts[at + 1] ?? ''
    const readings = [{ number, length: 1 }]
    if (SUFFIX.test(suffix)) readings.push({ number: `${number} ${suffix}`, length: 2 })
    for (const { number: asked, length } of readings) {
      const words = foldWords(parts.toSpliced(at, length).join(' '))
      if (words.length > 0) yield { kind: 'address', words, number: asked }
    }
  }
}

function* readCrossings(text: string): Generator<Reading> {
  const separators = [...text.matchAll(new RegExp(BETWEEN_STREETS, 'gu'))]
  for (const { 0: separator, index } of separators.slice(0, 3)) {
    const streets = [text.slice(0, index), text.slice(index + separator.length)].map(foldWords)
    const [a = [], b = []] = streets
    if (a.length > 0 && b.length > 0) yield { kind: 'crossing', streets: [a, b] }
  }
}
