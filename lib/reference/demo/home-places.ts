import type { Position } from '@/lib/reference/geo'

/** Country-specific parts of an invented record. */
export interface Place {
  currency: string
  /** Prices, where those of `models` are 1. */
  priceLevel: number
  /** Decimals of prices. */
  decimals: number
  /** Value-added or sales tax on a fare, as a share. */
  tax: number
  landline(bits: number): string
  mobile(bits: number): string
  plate(bits: number, type: string): string
}

const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const letter = (bits: number, n: number) => LETTERS.charAt((bits >>> (n * 4)) % LETTERS.length)
export const digits = (value: number, count: number) =>
  String(value % 10 ** count).padStart(count, '0')

/**
 * Uruguay sets no numbers aside for fiction: these are in the form of its plan (8 digits, 2… in
 * Montevideo, 9… mobile; ITU communication of 18.VI.2010) and clearly invented by their zeros.
 */
const uruguay: Place = {
  currency: 'UYU',
  priceLevel: 22,
  decimals: 0,
  tax: 0.22,
  landline: (bits) => `+598 2000 0${digits(bits, 3)}`,
  mobile: (bits) => `+598 91 000 ${digits(bits, 3)}`,
  // S for Montevideo; taxis and hired cars have letters of their own, motorbikes three digits.
  plate(bits, type) {
    if (type === 'motorbike') return `S${letter(bits, 1)}${letter(bits, 3)} ${digits(bits, 3)}`
    const series = { taxi: 'STX', wheelchair_taxi: 'STX', executive: 'SRE', minibus: 'STP' }[type]
    return `${series ?? `SB${letter(bits, 3)}`} ${digits(bits, 4)}`
  },
}

/** Numbers: Ofcom, "Telephone numbers for use in TV and radio drama programmes". */
const britain: Place = {
  currency: 'GBP',
  priceLevel: 1,
  decimals: 2,
  tax: 0.2,
  landline: (bits) => `+44 20 7946 0${digits(bits, 3)}`,
  mobile: (bits) => `+44 7700 900${digits(bits, 3)}`,
  plate: (bits) =>
    `L${letter(bits, 0)}${digits(51 + (bits % 24), 2)} ${letter(bits, 2)}${letter(bits, 4)}${letter(bits, 6)}`,
}

/** Numbers: +33 1 99 00 and +33 6 39 98 are set aside for works of fiction by Arcep. */
const elsewhere: Place = {
  currency: 'EUR',
  priceLevel: 1.2,
  decimals: 2,
  tax: 0.2,
  landline: (bits) => `+33 1 99 00 ${digits(bits, 2)} ${digits(bits >>> 8, 2)}`,
  mobile: (bits) => `+33 6 39 98 ${digits(bits, 2)} ${digits(bits >>> 8, 2)}`,
  plate: (bits) =>
    `${letter(bits, 0)}${letter(bits, 2)}-${digits(bits, 3)}-${letter(bits, 4)}${letter(bits, 6)}`,
}

/** Rough boxes suffice: a fleet in Montevideo charges pesos. */
export function homePlaceOf({ lat, lng }: Position): Place {
  if (lat > -35.5 && lat < -30 && lng > -58.2 && lng < -53) return uruguay
  if (lat > 49.8 && lat < 61 && lng > -8.5 && lng < 1.8) return britain
  return elsewhere
}
