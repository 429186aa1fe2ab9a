import type { Vehicle } from '@/lib/interface/resources'

/** How well a text names a vehicle, the best first; up to `plate` it is a whole name. */
export const fits = { callSign: 0, number: 1, plate: 2, beginning: 3, part: 4, none: 5 } as const

export type Fit = (typeof fits)[keyof typeof fits]

type Named = { readonly [name in keyof Pick<Vehicle, 'our_ref' | 'licence_plate'>]: string | null }

// Where no type was observed yet.
const USUAL_TYPES = ['taxi', 'cab', 'car', 'vehicle']

// Words that say which name follows.
const CALL_SIGN_WORDS = new Set(
  'number num no nr nº n° unit call sign callsign ref reference'.split(' '),
)
const PLATE_WORDS = new Set(
  'plate plates licence license number reg rego registration no nr'.split(' '),
)
const TELLING_PLATE_WORDS = new Set('plate plates reg rego registration'.split(' '))

/** A name that was typed with words around it. */
interface TypedName {
  /** "17" of "taxi 17". */
  readonly text: string
  /** The name that the words announce; null where they announce none. */
  readonly of: keyof Named | null
}

// A few letters, or some with a digit or separator: "kb", "kb-", "KB 17",
// "1234 AB", but also "18 de".
export const CALL_SIGN = /^(\p{L}{1,3}|\p{L}{0,4}[\s.\d-]{1,8}\p{L}{0,3})$/u

/**
 * Grades names against a text, whatever case, spaces and hyphens: the whole call sign, its number
 * ("17" of KB-17), the plate, the beginning of either, a part.
 * @param types keys whose words may stand beside the name, as in "taxi 17"
 */
export function nameFit(text: string, types: readonly string[] = []): (name: Named) => Fit {
  const whole = fitOfText(text)
  const typed = nameIn(text, types)
  if (typed === null) return whole
  const bare = fitOfText(typed.text, typed.of)
  return (name) => Math.min(whole(name), bare(name)) as Fit
}

/**
 * The name in "taxi 17", "number 17" or "plate 4971"; null where no word, or
 * each, is one beside a name.
 */
export function nameIn(text: string, types: readonly string[]): TypedName | null {
  const typeWords = new Set(
    [...USUAL_TYPES, ...types].flatMap((type) => type.toLowerCase().split(/[\s_-]+/)),
  )
  const words = text
    .trim()
    .replace(/#\s*(?=\d)/, 'no ')
    .split(/\s+/)
  const plain = words.map((word) => word.toLowerCase().replace(/(?<=.)[.:]$/, ''))
  const isOfPlate = plain.some((word) => TELLING_PLATE_WORDS.has(word))
  const nameWords = isOfPlate ? PLATE_WORDS : CALL_SIGN_WORDS
  const isBeside = (word: string) => typeWords.has(word) || nameWords.has(word)
  const rest = words.filter((_, at) => !isBeside(plain[at] as string))
  if (rest.length === 0 || rest.length === words.length) return null
  const isOfCallSign = plain.some((word) => CALL_SIGN_WORDS.has(word))
  return { text: rest.join(' '), of: isOfPlate ? 'licence_plate' : isOfCallSign ? 'our_ref' : null }
}

/** A number, or a call sign or plate, after words that say so: no place is meant. */
export function namesVehicle(text: string, types: readonly string[]): boolean {
  const typed = nameIn(text, types)
  return typed !== null && typed.of !== null && /\d/.test(typed.text) && CALL_SIGN.test(typed.text)
}

/** @param of the only name that is compared; null for both */
function fitOfText(text: string, of: TypedName['of'] = null): (name: Named) => Fit {
  const pattern = anySpacing(text)
  const number = /^\d+$/.test(text.trim()) ? new RegExp(`(?<!\\d)0*${text.trim()}(?!\\d)`) : null
  return ({ our_ref, licence_plate }) => {
    const ofRef = of === 'licence_plate' ? fits.none : partFit(our_ref, pattern, fits.callSign)
    if (ofRef === fits.callSign) return ofRef
    if (ofRef !== fits.none && number?.test(our_ref as string)) return fits.number
    if (of === 'our_ref') return ofRef
    const ofPlate = partFit(licence_plate, pattern, fits.plate)
    // The digits of a plate are how it is said.
    if (of === 'licence_plate' && ofPlate !== fits.none && number?.test(licence_plate as string))
      return fits.plate
    return Math.min(ofRef, ofPlate) as Fit
  }
}

function partFit(name: string | null, pattern: RegExp, whole: Fit): Fit {
  const match = name === null ? null : pattern.exec(name)
  if (!match) return fits.none
  if (match.index > 0) return fits.part
  return match[0].length === name?.length ? whole : fits.beginning
}

// Spaces, hyphens, dashes and other separators of references, and direction marks,
// which a copied title has.
const SPACING = String.raw`[\s\p{Cf}\-\u2010-\u2015._/·]`

/** "abc123" finds "ABC 123" and "abc-123", and the other way round. */
function anySpacing(text: string): RegExp {
  const characters = [...text.replaceAll(new RegExp(SPACING, 'gu'), '')]
  return new RegExp(
    characters.length === 0 ? escaped(text) : characters.map(escaped).join(`${SPACING}*`),
    'iu',
  )
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
