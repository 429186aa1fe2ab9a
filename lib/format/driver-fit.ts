import { asciiDigits } from './ascii-digits'

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

const PHONE = /^[\d\s()+./-]+$/
/** "ext 12", "int. 12", "x12", "#12" at the end of a number. */
const EXTENSION = /\s*(?:ext(?:ension)?|int(?:erno)?|x|#)[.:]?\s*\d{1,6}\s*$/i
const SEVERAL = /[,;|&/\n]/

/** Whether a text may be a driver's name, or a phone number or its end: an address has both. */
export function mayNameDriver(text: string): boolean {
  if (isPhoneLike(text)) return true
  if (/\p{Nd}/u.test(text)) return false
  // A family name may be one character.
  return IDEOGRAPH.test(text) || wordsOf(text).join('').length >= LEAST_LETTERS
}

/** Whether a text is a phone number or its end, in whatever spacing. */
function isPhoneLike(text: string): boolean {
  return PHONE.test(plainNumber(text)) && digitsOf(text).length >= LEAST_DIGITS
}

/** Digits of a whole number, at least: postcodes have fewer. */
const WHOLE_DIGITS = 8

/** Whether a text is a whole phone number, which names no place. */
export function isPhoneNumber(text: string): boolean {
  return isPhoneLike(text) && plainNumber(text).replaceAll(/\D/g, '').length >= WHOLE_DIGITS
}

/**
 * Grades drivers against a text: names without accents, case and apostrophes, numbers without
 * spaces, brackets, prefixes and extension ("+598 99 123 456" is "099 123 456").
 */
export function driverFit(text: string): (driver: Driver) => DriverFit {
  if (!mayNameDriver(text)) return () => driverFits.none
  if (isPhoneLike(text)) {
    const digits = digitsOf(text)
    return ({ phone }) => phoneFit(phone, digits)
  }
  const typed = readingsOf(text)
  return ({ name }) => nameFit(name, typed)
}

function nameFit(name: string | null, typed: readonly (readonly string[])[]): DriverFit {
  if (name === null) return driverFits.none
  const fits = readingsOf(name).flatMap((words) => typed.map((one) => wordsFit(words, one)))
  return Math.min(...fits) as DriverFit
}

function wordsFit(words: readonly string[], typed: readonly string[]): DriverFit {
  const areAllThere = typed.every((word) => words.some((one) => isPartOf(word, one)))
  if (!areAllThere) return driverFits.none
  const areWhole = typed.every((word) => words.includes(word))
  if (!areWhole) return driverFits.weak
  return typed.length === words.length ? driverFits.whole : driverFits.strong
}

/** The beginning of a word, or any part of one in a script that has no spaces. */
function isPartOf(typed: string, word: string): boolean {
  return UNSPACED.test(typed) ? word.includes(typed) : word.startsWith(typed)
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
  const withoutTrunk = plainNumber(phone).replace('(0)', '')
  return withoutTrunk.replaceAll(/\D/g, '').replace(/^0+/, '')
}

/** Without marks of direction, in ASCII digits and hyphens, and without its extension. */
function plainNumber(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replace(EXTENSION, '')
}

const IDEOGRAPH = /\p{Script=Han}/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Letters that Unicode does not take apart into a letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/** "o brien" and "obrien" of "O'Brien", "jean pierre" and "jeanpierre" of "Jean-Pierre". */
function readingsOf(text: string): readonly (readonly string[])[] {
  const joined = text.replaceAll(/(?<=\p{L})['’ʼ`´\p{Pd}](?=\p{L})/gu, '')
  return [wordsOf(text), wordsOf(joined)]
}

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const plain = folded.replaceAll(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
  return plain.match(/\p{L}+/gu) ?? []
}
