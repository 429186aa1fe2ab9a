/** How well a text names a vehicle, the best first; up to `plate` it is a whole name. */
export const fits = {
  callSign: 0,
  number: 1,
  plate: 2,
  beginning: 3,
  part: 4,
  none: 5,
} as const

export type Fit = (typeof fits)[keyof typeof fits]

interface VehicleNames {
  readonly our_ref: string | null
  readonly licence_plate: string | null
}

type GradeNames = (names: VehicleNames) => Fit

/** A name that was typed with words around it. */
interface TypedName {
  /** "17" of "taxi 17". */
  readonly text: string
  /** The name that the words announce; null where they announce none. */
  readonly of: keyof VehicleNames | null
}

// Where no type was observed yet.
const USUAL_TYPES = ['taxi', 'cab', 'car', 'vehicle']

const CALL_SIGN_WORDS = new Set([
  ...['number', 'num', 'no', 'nr', 'nº', 'n°'],
  ...['unit', 'call', 'sign', 'callsign', 'call-sign', 'ref', 'reference', 'fleet'],
])
// Words of a plate alone.
const PLATE_ONLY_WORDS = new Set(['plate', 'plates', 'reg', 'regno', 'rego', 'registration'])
/** A word that announces a name without a space behind it: "plate:4971", "No.17", "nº17". */
const GLUED = /(?<=^|\s)(?:(?:no|nr|num|plates?|rego?|ref|unit)[.:]|n[º°])(?=[\p{L}\d])/giu
const PLATE_WORDS = new Set([...PLATE_ONLY_WORDS, 'licence', 'license', 'number', 'no', 'nr'])

// A few letters, or some with a digit or separator: "kb", "kb-", "KB 17",
// "1234 AB", but also "18 de".
export const CALL_SIGN = /^(\p{L}{1,3}|\p{L}{0,4}[\s.\d-]{1,8}\p{L}{0,3})$/u

/**
 * Grades names against a text, whatever case, spaces and hyphens: the whole call sign, its number
 * ("17" of KB-17), the plate, the beginning of either, a part.
 * @param types keys whose words may stand beside the name, as in "taxi 17"
 */
export function nameFit(text: string, types: readonly string[] = []): GradeNames {
  const gradeWhole = gradeOf(text)
  const typed = nameIn(text, types)
  if (typed === null) return gradeWhole
  const gradeName = gradeOf(typed.text, typed.of)
  return (names) => Math.min(gradeWhole(names), gradeName(names)) as Fit
}

/**
 * The name in "taxi 17", "number 17" or "plate 4971"; null where no word, or
 * each, is one beside a name.
 */
export function nameIn(text: string, types: readonly string[]): TypedName | null {
  const words = text
    .trim()
    .replace(/#\s*(?=\d)/, 'no ')
    .replace(GLUED, '$& ')
    .split(/\s+/)
  const plainWords = words.map(plainWord)
  const isOfPlate = plainWords.some((word) => PLATE_ONLY_WORDS.has(word))

  const typeWords = wordsOfTypes(types)
  const announcing = isOfPlate ? PLATE_WORDS : CALL_SIGN_WORDS
  const name = words.filter((_, n) => {
    const word = plainWords[n] as string
    return !typeWords.has(word) && !announcing.has(word)
  })
  const isAnnounced = name.length > 0 && name.length < words.length
  if (!isAnnounced) return null

  const isOfCallSign = plainWords.some((word) => CALL_SIGN_WORDS.has(word))
  return {
    text: name.join(' '),
    of: announcedName(isOfPlate, isOfCallSign),
  }
}

/** "no" of "No." and "No:". */
function plainWord(word: string): string {
  const lowerCase = word.toLowerCase()
  return lowerCase.replace(/(?<=.)[.:]$/, '')
}

function wordsOfTypes(types: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const type of [...USUAL_TYPES, ...types]) {
    const wordsOfType = type.toLowerCase().split(/[\s_-]+/)
    for (const word of wordsOfType) words.add(word)
  }
  return words
}

function announcedName(isOfPlate: boolean, isOfCallSign: boolean): TypedName['of'] {
  if (isOfPlate) return 'licence_plate'
  return isOfCallSign ? 'our_ref' : null
}

/** A number, or a call sign or plate, after words that say so: no place has this name. */
export function namesVehicle(text: string, types: readonly string[]): boolean {
  const typed = nameIn(text, types)
  if (typed === null || typed.of === null) return false
  const hasDigit = /\d/.test(typed.text)
  return hasDigit && CALL_SIGN.test(typed.text)
}

/** @param of the only name that is compared; null for both */
function gradeOf(text: string, of: TypedName['of'] = null): GradeNames {
  const pattern = withAnySpacing(text)
  const number = numberPattern(text.trim())

  function gradeCallSign(callSign: string | null): Fit {
    const fit = fitOf(callSign, pattern, fits.callSign)
    if (fit === fits.callSign || fit === fits.none) return fit
    return number?.test(callSign as string) ? fits.number : fit
  }

  function gradePlate(plate: string | null): Fit {
    const fit = fitOf(plate, pattern, fits.plate)
    if (of === null || fit === fits.none) return fit
    // The digits of a plate are how it is said.
    return number?.test(plate as string) ? fits.plate : fit
  }

  return ({ our_ref, licence_plate }) => {
    if (of === 'licence_plate') return gradePlate(licence_plate)
    const callSignFit = gradeCallSign(our_ref)
    if (of === 'our_ref' || callSignFit <= fits.number) return callSignFit
    return Math.min(callSignFit, gradePlate(licence_plate)) as Fit
  }
}

/** Finds the number by itself, after any zeros; null for a text that is none. */
function numberPattern(text: string): RegExp | null {
  const isNumber = /^\d+$/.test(text)
  if (!isNumber) return null
  return new RegExp(`(?<!\\d)0*${text}(?!\\d)`)
}

/** @param whole the fit of all of the name */
function fitOf(name: string | null, pattern: RegExp, whole: Fit): Fit {
  if (name === null) return fits.none
  const match = pattern.exec(name)
  if (!match) return fits.none
  if (match.index > 0) return fits.part
  const isWhole = match[0].length === name.length
  return isWhole ? whole : fits.beginning
}

// Spaces, hyphens, dashes and other separators of references, and direction marks,
// which a copied title has.
const SPACING = String.raw`[\s\p{Cf}\-\u2010-\u2015._/·]`
const ALL_SPACING = new RegExp(SPACING, 'gu')

/** "abc123" finds "ABC 123" and "abc-123", and the other way round. */
function withAnySpacing(text: string): RegExp {
  const characters = [...text.replaceAll(ALL_SPACING, '')]
  if (characters.length === 0) return new RegExp(escaped(text), 'iu')
  const patterns = characters.map(escaped)
  const spaced = patterns.join(`${SPACING}*`)
  return new RegExp(spaced, 'iu')
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
