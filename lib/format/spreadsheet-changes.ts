/** A day without a year, as a spreadsheet makes it of `3-1` or `MAR1`. */
interface Day {
  readonly day: number
  readonly month: number
}

/** Languages with spreadsheets that write months with Latin letters. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'sv']
const MONTHS: ReadonlyMap<string, number> = monthsByName()

function monthsByName(): Map<string, number> {
  // Excel in German.
  const months = new Map([['mrz', 3]])
  for (const language of LANGUAGES) {
    for (const length of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const middle = Date.UTC(2001, month - 1, 15)
        const name = format.format(middle)
        months.set(plainMonth(name), month)
      }
    }
  }
  return months
}

function plainMonth(name: string): string {
  const letters = name.normalize('NFD').replaceAll(/[^\p{L}]/gu, '')
  return letters.toLowerCase().slice(0, 4)
}

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15
const EXPONENT = /^\d(?:[.,](\d+))?E\+(\d{1,2})$/i
const FAULT = /^(#{3,}|#(NAME|REF|VALUE|NUM|N\/A|DIV\/0)[!?]?)$/i

/** Change of a reference by a spreadsheet, as a sentence; null where none is visible. */
export function spreadsheetChange(text: string): string | null {
  const trimmed = text.trim()
  if (FAULT.test(trimmed)) return 'A spreadsheet wrote an error here'
  if (EXPONENT.test(trimmed)) return 'A spreadsheet probably shortened this number'
  if (dayOf(trimmed) !== null) return 'A spreadsheet probably made a date of this'
  return null
}

/**
 * Whether a spreadsheet makes the text of a known reference: `123` of `00123`,
 * `1.23457E+11` of `123456789012`.
 */
export function mayHaveBeen(text: string, known: string): boolean {
  const trimmed = text.trim()
  if (trimmed === known) return false

  const digits = digitsShown(trimmed)
  if (digits !== null) return isSameNumber(trimmed, known, digits)

  const day = dayOf(trimmed)
  if (day === null) return false
  const days = daysIn(known)
  return days.some((possible) => isSameDay(possible, day))
}

/**
 * The part of a changed reference that the original has too: text to search known references for.
 */
export function partKept(text: string): string {
  const trimmed = text.trim()
  const [, fraction = '', power] = EXPONENT.exec(trimmed) ?? []
  if (power !== undefined) {
    const first = trimmed.slice(0, 1)
    // The last digit was rounded, and zeros may have been left out.
    const exact = `${first}${fraction}`.slice(0, -1)
    return exact || first
  }
  const day = dayOf(trimmed)
  if (day !== null) return `${day.day}-${day.month}`
  if (digitsShown(trimmed) === null) return trimmed
  const whole = trimmed.replace(/[.,]0+$/, '')
  // The last digit that was kept may be rounded.
  return whole.length > KEPT_DIGITS ? whole.slice(0, KEPT_DIGITS - 1) : whole
}

/** Digits of a number that the text shows; null where it is none. */
function digitsShown(text: string): number | null {
  const [exponent, fraction = ''] = EXPONENT.exec(text) ?? []
  if (exponent !== undefined) return fraction.length + 1
  const isWhole = /^\d+([.,]0+)?$/.test(text)
  return isWhole ? KEPT_DIGITS : null
}

function isSameNumber(text: string, known: string, digits: number): boolean {
  if (!/^\d+(E\d+)?$/i.test(known)) return false
  const shown = Number(text.replace(',', '.'))
  if (!Number.isFinite(shown)) return false
  const knownDigits = Number(known).toPrecision(digits)
  const shownDigits = shown.toPrecision(digits)
  return knownDigits === shownDigits || isCut(text, known)
}

/** Excel writes zeros for the digits that it does not keep: `1234567890123450`. */
function isCut(text: string, known: string): boolean {
  const isLong = text.length > KEPT_DIGITS && text.length === known.length
  const cut = known.slice(0, KEPT_DIGITS).padEnd(known.length, '0')
  return isLong && text === cut
}

const NAMED_DAY = /^(?:(\d{1,2})[-. /]{1,2})?(\p{L}{3,5})\.?(?:[- /](\d{1,2}))?$/u

/** `03-Jan`, `3. Jan`, `Jan-03` */
function dayOf(text: string): Day | null {
  const match = NAMED_DAY.exec(text)
  const [, before, name = '', after] = match ?? []
  const month = MONTHS.get(plainMonth(name))
  if (month === undefined) return null
  const day = Number(before ?? after)
  const isDay = day >= 1 && day <= 31
  return isDay ? { day, month } : null
}

const TWO_NUMBERS = /^(\d{1,2})[-/.](\d{1,2})$/
const MONTH_AND_NUMBER = /^(\p{L}{3,4})[- ]?(\d{1,2})$/u

/** Days that a spreadsheet may see in a reference; in `3-1` two, by its region. */
function daysIn(known: string): Day[] {
  const [, first, second] = TWO_NUMBERS.exec(known) ?? []
  if (first !== undefined) {
    const firstNumber = Number(first)
    const secondNumber = Number(second)
    const dayFirst = { day: firstNumber, month: secondNumber }
    const monthFirst = { day: secondNumber, month: firstNumber }
    return [dayFirst, monthFirst]
  }
  const [, name = '', digits] = MONTH_AND_NUMBER.exec(known) ?? []
  const month = MONTHS.get(plainMonth(name))
  if (month === undefined) return []
  return [{ day: Number(digits), month }]
}

function isSameDay(a: Day, b: Day): boolean {
  return a.day === b.day && a.month === b.month
}
