/** How well a text names a driver, the best first. */
export const driverFits = { whole: 0, strong: 1, weak: 2, none: 3 } as const

export type DriverFit = (typeof driverFits)[keyof typeof driverFits]

interface Driver {
  readonly name: string | null
  readonly phone: string | null
}

const LEAST_LETTERS = 2
/** Fewer are in too many numbers, and are a call sign or a house. */
const LEAST_DIGITS = 5
/** Digits of a number without its country and trunk prefix, at least. */
const NATIONAL_DIGITS = 7

const PHONE = /^[\p{Nd}\s()+./-]+$/u
const SEVERAL = /[,;|&/\n]/

/** Whether a text may be a driver's name, or a phone number or its end: an address has both. */
export function mayNameDriver(text: string): boolean {
  if (isPhoneLike(text)) return true
  return !/\p{Nd}/u.test(text) && wordsOf(text).join('').length >= LEAST_LETTERS
}

/** Whether a text is a phone number or its end, in whatever spacing. */
function isPhoneLike(text: string): boolean {
  return PHONE.test(text) && digitsOf(text).length >= LEAST_DIGITS
}

/** Digits of a whole number, at least: postcodes have fewer. */
const WHOLE_DIGITS = 8

/** Whether a text is a whole phone number, which names no place. */
export function isPhoneNumber(text: string): boolean {
  return isPhoneLike(text) && text.replaceAll(/\P{Nd}/gu, '').length >= WHOLE_DIGITS
}

/**
 * Grades drivers against a text: names without accents and case, numbers without spaces,
 * brackets and prefixes ("+598 99 123 456" is "099 123 456").
 */
export function driverFit(text: string): (driver: Driver) => DriverFit {
  if (!mayNameDriver(text)) return () => driverFits.none
  if (isPhoneLike(text)) {
    const digits = digitsOf(text)
    return ({ phone }) => phoneFit(phone, digits)
  }
  const words = wordsOf(text)
  return ({ name }) => nameFit(name, words)
}

function nameFit(name: string | null, typed: readonly string[]): DriverFit {
  if (name === null) return driverFits.none
  const words = wordsOf(name)
  const areAllThere = typed.every((word) => words.some((one) => one.startsWith(word)))
  if (!areAllThere) return driverFits.none
  const areWhole = typed.every((word) => words.includes(word))
  if (!areWhole) return driverFits.weak
  return typed.length === words.length ? driverFits.whole : driverFits.strong
}

function phoneFit(phone: string | null, typed: string): DriverFit {
  if (phone === null) return driverFits.none
  const fits = [phone, ...phone.split(SEVERAL)].map((number) => numberFit(digitsOf(number), typed))
  return Math.min(...fits) as DriverFit
}

function numberFit(number: string, typed: string): DriverFit {
  if (number === typed) return driverFits.whole
  if (isSameWithPrefix(number, typed) || isSameWithPrefix(typed, number)) return driverFits.whole
  if (number.endsWith(typed)) return driverFits.strong
  return number.includes(typed) ? driverFits.weak : driverFits.none
}

/** Whether `longer` is `number` with the prefix of a country before it. */
function isSameWithPrefix(longer: string, number: string): boolean {
  const prefixDigits = longer.length - number.length
  const isPrefix = prefixDigits >= 1 && prefixDigits <= 3
  return isPrefix && number.length >= NATIONAL_DIGITS && longer.endsWith(number)
}

/** Without a trunk zero, which a country's prefix replaces, and without "00" before one. */
function digitsOf(phone: string): string {
  const withoutTrunk = phone.normalize('NFKC').replace('(0)', '')
  return withoutTrunk.replaceAll(/\D/g, '').replace(/^0+/, '')
}

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.match(/\p{L}+/gu) ?? []
}
