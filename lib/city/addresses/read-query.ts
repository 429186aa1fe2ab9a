import { foldText, foldWords } from './words'

/** A text may be read in several ways. */
export type Reading = NameReading | AddressReading | CrossingReading

export interface NameReading {
  readonly kind: 'name'
  readonly words: readonly string[]
  /** Whether the last word may be the beginning of one. */
  readonly isUnfinished: boolean
}

export interface AddressReading {
  readonly kind: 'address'
  readonly words: readonly string[]
  readonly number: string
}

export interface CrossingReading {
  readonly kind: 'crossing'
  readonly streets: readonly [readonly string[], readonly string[]]
}

const HOUSE_NUMBER = /^\d{1,5}(?:[-./]\d{1,5})?\p{L}?$/u
const NUMBER_SIGN = /^(?:n[°ºo]?\.?|#)(?=\d)/u
/** "nro. 1234", "number 1234"; behind a number, `#` is that of a flat. */
const NUMBER_WORD = /\s(?:(?:n[°ºo]|nro|num|numero|number)\.?|(?<!\d,?\s)#)\s*(?=\d)/gu
/** "1234, 11300" */
const POST_CODE = /(?<=\d\p{L}?),\s*\d{4,6}(?![^\s,])/gu
/** "1234 bis", "1234 B". */
const SUFFIX = /^(?:bis|\p{L}{1,3})$/u
/** The text from here on is inside the house. */
const UNIT_WORDS = '(apto|apartamento|apt|apartment|piso|unit|flat|oficina|suite|#)'
const UNIT = new RegExp(String.raw`(^|[\s,])${UNIT_WORDS}\.?\s.*$`, 'u')
const CORNER = /^(the )?(corner|intersection|crossing|esquina|cruce|ecke)( of| de)?\s+/u
const SIGN_BETWEEN = String.raw`\s*[/&@+]\s*`
const CONJUNCTIONS = String.raw`and|y|e|et|und|con|casi|esq\.?|esquina|corner|corner of|at|x|ecke`
const BETWEEN_STREETS = new RegExp(String.raw`${SIGN_BETWEEN}|\s+(?:${CONJUNCTIONS})\s+`, 'gu')
const SEPARATORS_MAXIMUM = 3
const READINGS_MAXIMUM = 8

export function readQuery(text: string): Reading[] {
  const folded = foldText(text).replace(/\s+/gu, ' ').trim()
  const plain = folded
    .replace(CORNER, '')
    .replaceAll(NUMBER_WORD, ' ')
    .replaceAll(POST_CODE, '')
    .replace(UNIT, '')
  const words = foldWords(plain)
  if (words.length === 0) return []

  const name: NameReading = {
    kind: 'name',
    words,
    isUnfinished: !/[\s,]$/u.test(text),
  }
  const readings = [name, ...readAddresses(plain), ...readCrossings(plain)]
  return readings.slice(0, READINGS_MAXIMUM)
}

/** The last number as the house's, or the first: "18 de Julio 1234", "1234 18 de Julio". */
function* readAddresses(text: string): Generator<AddressReading> {
  const [address = ''] = text.split(/\s(?:esq\.?|esquina|casi)\s/u)
  const parts = address.split(/[\s,]+/u).filter((part) => part !== '')
  if (parts.length <= 1) return

  const numbered = [...parts.keys()].filter((index) => isHouseNumber(parts[index]!))
  for (const index of new Set([numbered.at(-1), numbered[0]])) {
    if (index === undefined) continue
    const number = parts[index]!.replace(NUMBER_SIGN, '')
    const suffix = parts[index + 1] ?? ''

    const street = foldWords(parts.toSpliced(index, 1).join(' '))
    if (street.length > 0) yield { kind: 'address', words: street, number }

    if (!SUFFIX.test(suffix)) continue
    const streetWithoutSuffix = foldWords(parts.toSpliced(index, 2).join(' '))
    if (streetWithoutSuffix.length > 0) {
      yield {
        kind: 'address',
        words: streetWithoutSuffix,
        number: `${number} ${suffix}`,
      }
    }
  }
}

function isHouseNumber(part: string): boolean {
  return HOUSE_NUMBER.test(part.replace(NUMBER_SIGN, ''))
}

function* readCrossings(text: string): Generator<CrossingReading> {
  const separators = [...text.matchAll(BETWEEN_STREETS)]
  for (const { 0: separator, index } of separators.slice(0, SEPARATORS_MAXIMUM)) {
    const first = foldWords(text.slice(0, index))
    const second = foldWords(text.slice(index + separator.length))
    if (first.length > 0 && second.length > 0) {
      yield { kind: 'crossing', streets: [first, second] }
    }
  }
}
