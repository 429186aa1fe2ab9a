import type { Vehicle } from '@/lib/interface/resources'

/** How well a text names a vehicle, the best first; up to `plate` it is a whole name. */
export const fits = { callSign: 0, number: 1, plate: 2, beginning: 3, part: 4, none: 5 } as const

export type Fit = (typeof fits)[keyof typeof fits]

type Named = { readonly [name in keyof Pick<Vehicle, 'our_ref' | 'licence_plate'>]: string | null }

// Where no type was observed yet.
const USUAL_TYPES = ['taxi', 'cab', 'car', 'vehicle']

/**
 * Grades names against a text, whatever case, spaces and hyphens: the whole call sign, its number ("17" of KB-17), the
 * plate, the beginning of either, a part.
 * @param types keys whose words may stand beside the name, as in "taxi 17"
 */
export function nameFit(text: string, types: readonly string[] = []): (name: Named) => Fit {
  const whole = fitOfText(text)
  const rest = withoutTypes(text, types)
  if (rest === null) return whole
  const withoutType = fitOfText(rest)
  return (name) => Math.min(whole(name), withoutType(name)) as Fit
}

/** "17" of "taxi 17"; null where no word, or each, is one of a type. */
export function withoutTypes(text: string, types: readonly string[]): string | null {
  const typeWords = new Set(
    [...USUAL_TYPES, ...types].flatMap((type) => type.toLowerCase().split(/[\s_-]+/)),
  )
  const words = text.trim().split(/\s+/)
  const rest = words.filter((word) => !typeWords.has(word.toLowerCase()))
  return rest.length === 0 || rest.length === words.length ? null : rest.join(' ')
}

function fitOfText(text: string): (name: Named) => Fit {
  const pattern = anySpacing(text)
  const number = /^\d+$/.test(text.trim()) ? new RegExp(`(?<!\\d)0*${text.trim()}(?!\\d)`) : null
  return ({ our_ref, licence_plate }) => {
    const ofRef = partFit(our_ref, pattern, fits.callSign)
    if (ofRef === fits.callSign) return ofRef
    if (ofRef !== fits.none && number?.test(our_ref as string)) return fits.number
    return Math.min(ofRef, partFit(licence_plate, pattern, fits.plate)) as Fit
  }
}

function partFit(name: string | null, pattern: RegExp, whole: Fit): Fit {
  const match = name === null ? null : pattern.exec(name)
  if (!match) return fits.none
  if (match.index > 0) return fits.part
  return match[0].length === name?.length ? whole : fits.beginning
}

// Spaces, hyphens, dashes and other separators of references, and direction marks, which a copied title has.
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
