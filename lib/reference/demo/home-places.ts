import type { Position } from '@/lib/reference/geo'

/** Country-specific parts of an invented record. Telephone numbers are from ranges reserved for fiction. */
export interface Place {
  currency: string
  /** Value-added or sales tax on a fare, as a share. */
  tax: number
  landline(bits: number): string
  mobile(bits: number): string
  plate(bits: number): string
}

const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const letter = (bits: number, n: number) => LETTERS.charAt((bits >>> (n * 4)) % LETTERS.length)
const digits = (value: number, count: number) => String(value % 10 ** count).padStart(count, '0')

/** Numbers: Ofcom, "Telephone numbers for use in TV and radio drama programmes". */
const britain: Place = {
  currency: 'GBP',
  tax: 0.2,
  landline: (bits) => `+44 20 7946 0${digits(bits, 3)}`,
  mobile: (bits) => `+44 7700 900${digits(bits, 3)}`,
  plate: (bits) =>
    `L${letter(bits, 0)}${digits(51 + (bits % 24), 2)} ${letter(bits, 2)}${letter(bits, 4)}${letter(bits, 6)}`,
}

/** Numbers: 555-0100 to 555-0199 are set aside by the North American Numbering Plan. */
const northAmerica: Place = {
  currency: 'USD',
  tax: 0.08,
  landline: (bits) => `+1 202 555 01${digits(bits, 2)}`,
  mobile: (bits) => `+1 503 555 01${digits(bits, 2)}`,
  plate: (bits) => `${digits(bits, 3)} ${letter(bits, 1)}${letter(bits, 3)}${letter(bits, 5)}`,
}

/** Numbers: +33 1 99 00 and +33 6 39 98 are set aside for works of fiction by Arcep. */
const elsewhere: Place = {
  currency: 'EUR',
  tax: 0.2,
  landline: (bits) => `+33 1 99 00 ${digits(bits, 2)} ${digits(bits >>> 8, 2)}`,
  mobile: (bits) => `+33 6 39 98 ${digits(bits, 2)} ${digits(bits >>> 8, 2)}`,
  plate: (bits) =>
    `${letter(bits, 0)}${letter(bits, 2)}-${digits(bits, 3)}-${letter(bits, 4)}${letter(bits, 6)}`,
}

/** Rough boxes suffice: a fleet in London charges pounds. */
export function homePlaceOf({ lat, lng }: Position): Place {
  if (lat > 49.8 && lat < 61 && lng > -8.5 && lng < 1.8) return britain
  if (lat > 24 && lat < 50 && lng > -125 && lng < -66) return northAmerica
  return elsewhere
}
