/** A day without a year, as a spreadsheet makes it of `3-1` or `MAR1`. */
interface Day {
  readonly day: number
  readonly month: number
}

/** Names of months in the languages whose spreadsheets write them with Latin letters. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'sv']
const MONTHS = new Map(
  LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month): [string, number] => {
      const name = format.format(new Date(Date.UTC(2001, month, 15)))
      return [plainMonth(name), month + 1]
    })
  }),
)

function plainMonth(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/[^\p{L}]/gu, '')
  return letters.toLowerCase().slice(0, 4)
}

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15
const EXPONENT = /^\d(?:[.,](\d+))?E\+(\d{1,2})$/i
const FAULT = /^(#{3,}|#(NAME|REF|VALUE|NUM|N\/A|DIV\/0)[!?]?)$/i

/**
 * Change of a reference by a spreadsheet, as a sentence; null where it did nothing that is seen.
 */
export function spreadsheetChange(text: string): string | null {
  const typed = text.trim()
  if (FAULT.test(typed)) return 'A spreadsheet wrote an error here'
  if (EXPONENT.test(typed)) return 'A spreadsheet probably shortened this number'
  return dayNamed(typed) === null ? null : 'A spreadsheet probably made a date of this'
}

/**
 * Whether a spreadsheet makes the text of a known reference: `123` of `00123`,
 * `1.23457E+11` of `123456789012`.
 */
export function mayHaveBeen(text: string, known: string): boolean {
  const typed = text.trim()
  if (typed === known) return false
  const digits = digitsShown(typed)
  if (digits !== null) return isSameNumber(typed, known, digits)
  const day = dayNamed(typed)
  return day !== null && daysIn(known).some((one) => isSameDay(one, day))
}

/**
 * The part of a changed reference that the original has too: text to search known references for.
 */
export function partKept(text: string): string {
  const typed = text.trim()
  const [, fraction, power] = EXPONENT.exec(typed) ?? []
  // The last digit was rounded, and zeros may have been left out.
  if (power !== undefined) return `${typed[0]}${fraction ?? ''}`.slice(0, -1) || typed.slice(0, 1)
  const day = dayNamed(typed)
  if (day !== null) return `${day.day}-${day.month}`
  return digitsShown(typed) === null ? typed : typed.replace(/[.,]0+$/, '')
}

/** Digits of a number that the text shows; null where it is none. */
function digitsShown(text: string): number | null {
  const [exponent, fraction = ''] = EXPONENT.exec(text) ?? []
  if (exponent !== undefined) return fraction.length + 1
  return /^\d+([.,]0+)?$/.test(text) ? KEPT_DIGITS : null
}

function isSameNumber(text: string, known: string, digits: number): boolean {
  if (!/^\d+(E\d+)?$/i.test(known)) return false
  const shown = Number(text.replace(',', '.'))
  return Number.isFinite(shown) && rounded(Number(known), digits) === rounded(shown, digits)
}

const rounded = (value: number, digits: number): string => value.toPrecision(digits)

/** `03-Jan`, `3. Jan`, `Jan-03` */
function dayNamed(text: string): Day | null {
  const [, before, name = '', after] =
    /^(?:(\d{1,2})[-. /]{1,2})?(\p{L}{3,5})\.?(?:[- /](\d{1,2}))?$/u.exec(text) ?? []
  const month = MONTHS.get(plainMonth(name))
  const day = Number(before ?? after)
  return month !== undefined && day >= 1 && day <= 31 ? { day, month } : null
}

/** Days that a spreadsheet may see in a reference; in `3-1` two, by its region. */
function daysIn(known: string): Day[] {
  const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(known) ?? []
  if (first !== undefined)
    return [
      { day: Number(first), month: Number(second) },
      { day: Number(second), month: Number(first) },
    ]
  const [, name = '', digits] = /^(\p{L}{3,4})[- ]?(\d{1,2})$/u.exec(known) ?? []
  const month = MONTHS.get(plainMonth(name))
  return month === undefined ? [] : [{ day: Number(digits), month }]
}

const isSameDay = (a: Day, b: Day): boolean => a.day === b.day && a.month === b.month
