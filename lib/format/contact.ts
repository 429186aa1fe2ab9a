import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A phone number with its `tel:` URL, or text that is none. */
export interface PhonePart {
  readonly text: string
  readonly href: string | null
}

const LONGEST = 200
// Marks of direction and joiners, which address books copy along.
const MARKS = /\p{Cf}/gu
const SEPARATOR =
  /(\s*(?:[\n,;|&/،؛／]\s*)+|\s+(?:or|and|oder|und|ou|et|y|o|e)\s+|\s+(?=\(?[+＋]))/iu

/**
 * Phone numbers of a text as links; all of it as one part without a link where any part is in
 * doubt, since no link is better than a wrong one. Numbers with `+` dial as E.164, others as
 * written: the dispatcher calls from the fleet's country.
 */
export function phoneParts(text: string): readonly PhonePart[] {
  const written = text.replaceAll(MARKS, '').trim()
  const parts = AREA_AND_NUMBER.test(plain(written)) ? [written] : written.split(SEPARATOR)
  const numbers = parts.map((part, at) =>
    at % 2 === 0 ? dialled(plain(part), parts.length > 1) : '',
  )
  const isInDoubt = numbers.includes(null) || lackCode(numbers)
  if (text.length > LONGEST || isInDoubt) return [{ text, href: null }]
  return parts.map((part, at) => ({ text: part, href: numbers[at] ? `tel:${numbers[at]}` : null }))
}

/** "+598 99 123 456 / 99 654 321": what some begin with may be left out of the others. */
function lackCode(numbers: readonly (string | null)[]): boolean {
  const hasCode = numbers.filter(Boolean).map((number) => /^[+0]/.test(number as string))
  return new Set(hasCode).size > 1
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

/**
 * Digits to dial, with `+` for E.164; null in doubt.
 * @param isOneOfSeveral short ones may then be the end of another
 */
function dialled(number: string, isOneOfSeveral: boolean): string | null {
  if (!NUMBER.test(number) || SHORT_END.test(number)) return null
  if (number.includes('+')) {
    const parsed = parsePhoneNumberFromString(number)
    return parsed?.isPossible() ? parsed.number : null
  }
  const digits = number.replaceAll(/\D/g, '')
  const isLikely = digits.length >= (isOneOfSeveral ? 6 : 3) && digits.length <= 15
  return isLikely && !TOO_LONG.test(digits) && !NOT_NATIONAL.some((form) => form.test(number))
    ? digits
    : null
}

/** In ASCII: digits of other scripts, no-break hyphens and spaces, full-width signs. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[＋（）．／]/g, (sign) => sign.normalize('NFKC'))
    .replace(/^\((?=\+)/, '')
    .trim()
}

/** Decimal digits stand in runs of ten in Unicode, each from its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}

// One plain address: a link must not hide further recipients.
const EMAIL = /^[\p{L}\p{N}.!#$'*+/=^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,180}\.[\p{L}\p{N}-]{2,63}$/u

/** `mailto:` URL of an e-mail address; null for any other text. */
export function mailtoHref(text: string): string | null {
  const match = EMAIL.test(text.trim()) ? text.trim() : null
  if (match === null) return null
  const [local, domain] = match.split('@') as [string, string]
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`
}
