import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { asciiDigits } from './ascii-digits'

/** A phone number with its `tel:` URL, or text that is none. */
export interface PhonePart {
  readonly text: string
  readonly href: string | null
}

const LONGEST = 200
// Marks of direction and joiners, which address books copy along.
const FORMAT_CHARACTERS = /\p{Cf}/gu
const SIGNS = String.raw`\s*(?:[\n,;|&/،؛／]\s*)+`
const CONJUNCTION = String.raw`\s+(?:or|and|oder|und|ou|et|y|o|e)\s+`
const BEFORE_PLUS = String.raw`\s+(?=\(?[+＋])`
const SEPARATOR = new RegExp(`(${SIGNS}|${CONJUNCTION}|${BEFORE_PLUS})`, 'iu')

/**
 * Phone numbers of a text as links; all of it as one part without a link where any part is in
 * doubt, since no link is better than a wrong one. Numbers with `+` dial as E.164, others as
 * written: the dispatcher calls from the fleet's country.
 */
export function phoneParts(text: string): readonly PhonePart[] {
  const withoutLink = [{ text, href: null }]
  if (text.length > LONGEST) return withoutLink

  // Numbers, and separators between them.
  const visible = text.replaceAll(FORMAT_CHARACTERS, '')
  const parts = split(visible.trim())
  const isSingle = parts.length === 1
  const phoneParts: PhonePart[] = []
  const numbers: string[] = []
  for (const [n, part] of parts.entries()) {
    const isSeparator = n % 2 === 1
    if (isSeparator) {
      phoneParts.push({ text: part, href: null })
      continue
    }
    const number = dialled(plain(part), isSingle)
    if (number === null) return withoutLink
    numbers.push(number)
    phoneParts.push({ text: part, href: `tel:${number}` })
  }
  return hasMissingCode(numbers) ? withoutLink : phoneParts
}

function split(text: string): string[] {
  const isOneNumber = AREA_AND_NUMBER.test(plain(text))
  return isOneNumber ? [text] : text.split(SEPARATOR)
}

/** "+598 99 123 456 / 99 654 321": the code of some may be left out of the others. */
function hasMissingCode(numbers: readonly string[]): boolean {
  const withCode = numbers.filter((number) => /^[+0]/.test(number))
  return withCode.length > 0 && withCode.length < numbers.length
}

// "089 / 123456" is one number.
const AREA_AND_NUMBER = /^\(?0\d{1,4}\)? ?\/ ?\d[\d -]{3,}\d$/
const NUMBER = /^\+? ?\(?\d[\d ()./-]*\d$/
// "123456-8" names two numbers, or an extension; so does "099 123 456-458".
const SHORT_END = /^([^-]* ?- ?\d{1,2}|(\+ ?\d+ )?[\d()]+ [\d()]+ (\d+ )*(\d{1,3})-\d{1,3})$/
// As long as two numbers in one, unless it begins as calls abroad do.
const TOO_LONG = /^(?!00|011)\d{14,}$/
const NOT_NATIONAL = [
  // A year, a month of it, two years.
  /^(19|20)\d\d([ .-](\d\d?|(19|20)\d\d))?$/,
  // Dates, with the year first or last; a time of day may follow.
  /^(19|20)\d\d([ .-]?)[01]?\d\2[0-3]?\d( .*)?$/,
  /^[0-3]?\d([ .-])[0-3]?\d\1(19|20)?\d\d( \d\d?([.-]\d\d.*)?)?$/,
  /^[0-3]\d[0-3]\d(19|20)\d\d$/,
  // A decimal number, or two times of day.
  /^\d+\.\d+( ?- ?\d+\.\d+)?$/,
  // Two numbers: "234 5678 - 234 5679".
  /^(\d ?){6,}- ?(\d ?){6,}$/,
  // Whether the 0 is dialled differs by country.
  /.\(0\)/,
  /^[0 ]+$/,
]

const LEAST_DIGITS = 3
/** Of several numbers: a shorter one may be the end of another. */
const LEAST_DIGITS_OF_SEVERAL = 6
const MOST_DIGITS = 15

/**
 * Digits to dial, with `+` for E.164; null in doubt.
 * @param isSingle whether the text has no other number
 */
function dialled(number: string, isSingle: boolean): string | null {
  if (!NUMBER.test(number)) return null
  if (SHORT_END.test(number)) return null
  if (number.includes('+')) {
    const parsed = parsePhoneNumberFromString(number)
    return parsed?.isPossible() ? parsed.number : null
  }

  const digits = number.replaceAll(/\D/g, '')
  const least = isSingle ? LEAST_DIGITS : LEAST_DIGITS_OF_SEVERAL
  if (digits.length < least) return null
  if (digits.length > MOST_DIGITS) return null
  if (TOO_LONG.test(digits)) return null
  const isOtherForm = NOT_NATIONAL.some((form) => form.test(number))
  return isOtherForm ? null : digits
}

/** In ASCII: digits of other scripts, no-break hyphens and spaces, full-width signs. */
function plain(text: string): string {
  return asciiDigits(text)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[＋（）．／]/g, (sign) => sign.normalize('NFKC'))
    .replace(/^\((?=\+)/, '')
    .trim()
}

// One plain address: a link must not hide further recipients.
const LOCAL_PART = "[\\p{L}\\p{N}.!#$'*+/=^_`{|}~-]{1,64}"
const DOMAIN = String.raw`[\p{L}\p{N}.-]{1,180}\.[\p{L}\p{N}-]{2,63}`
const EMAIL = new RegExp(`^${LOCAL_PART}@${DOMAIN}$`, 'u')

/** `mailto:` URL of an e-mail address; null for any other text. */
export function mailtoHref(text: string): string | null {
  const address = text.trim()
  if (!EMAIL.test(address)) return null
  const [local, domain] = address.split('@').map(encodeURIComponent)
  return `mailto:${local}@${domain}`
}
