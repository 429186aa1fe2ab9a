/** The three formats of a time that the interface samples: §2.1, §2.2 and §2.4 in this order. */
export type TimeFormat = 'iso-utc' | 'iso-offset' | 'gmt'

export const timeFormatsInWords: Readonly<Record<TimeFormat, string>> = {
  'iso-utc': 'ISO 8601 UTC timestamp with fractional seconds',
  'iso-offset': 'ISO 8601 timestamp with numeric UTC offset',
  gmt: 'YYYY-MM-DD hh:mm:ss.mmm GMT',
}

interface ParsedTime {
  readonly epochMs: number
  readonly format: TimeFormat
}

// Groups 1 to 3, 5 to 7, 8 and 9; 4 is the separator.
const DAY = String.raw`(\d{4})-(\d{2})-(\d{2})`
const CLOCK = String.raw`(\d{2}):(\d{2}):(\d{2})`
const FRACTION = String.raw`(?:[.,](\d{1,9}))?`
const ZONE = String.raw`(Z| GMT| UTC|[+-]\d{2}(?::?\d{2})?)?`
const TIME = new RegExp(`^${DAY}([T ])${CLOCK}${FRACTION}${ZONE}$`)

/**
 * Parses a time in any of the three formats.
 * @returns null for another text and for no real date (30 February)
 * Source: interface §2.1 (`…T…Z`), §2.2 (`…T…+00:00`), §2.4 (`… … GMT`)
 */
export function parseTime(text: string): ParsedTime | null {
  const match = TIME.exec(text)
  const zone = match?.[9]
  if (!match || zone === undefined) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  const hour = Number(match[5])
  const minute = Number(match[6])
  const second = Number(match[7])
  const millisecond = Math.trunc(Number(`0.${match[8] ?? 0}`) * 1000)

  // Second 60 is a leap second; Date counts it into the next minute.
  if (hour > 23 || minute > 59 || second > 60) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // Date turns 30 February into 2 March.
  const isRealDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isRealDate) return null
  date.setUTCHours(hour, minute, second, millisecond)
  return {
    epochMs: date.getTime() - offsetMs(zone),
    format: formatOf(match[4] as string, zone),
  }
}

// GPS time began on this day.
const FIRST_REPORT_MS = Date.UTC(1980, 0, 7)

/**
 * Whether a time is the zero of a clock or a database, such as year 1 or 1970:
 * nothing was ever reported.
 */
export function meansNever(time: string | null): boolean {
  if (time === null) return false
  if (time.startsWith('0000-00-00')) return true
  const parsed = parseTime(time)
  return parsed !== null && parsed.epochMs < FIRST_REPORT_MS
}

const CACHED_MAXIMUM = 4096

/** Reads equal texts once: the vehicles of a list share most of their times. */
export function readOnce<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    if (cache.size >= CACHED_MAXIMUM) cache.clear()
    const value = read(text)
    cache.set(text, value)
    return value
  }
}

/**
 * The format of a time without its value: `YYYY-MM-DDThh:mm:ss.fff+02:00`.
 * @returns null for another text
 */
export function timePattern(text: string): string | null {
  const match = TIME.exec(text)
  if (!match) return null
  const fraction = match[8] === undefined ? '' : `.${'f'.repeat(match[8].length)}`
  return `YYYY-MM-DD${match[4]}hh:mm:ss${fraction}${match[9] ?? ''}`
}

const INSTANT = /^(\d{4}-\d\d-\d\dT)\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since the epoch of an instant in an address: "2026-05-01T16:04Z".
 * @returns null as parseTime
 */
export function parseInstant(text: string): number | null {
  const day = INSTANT.exec(text)?.[1]
  // Date.parse takes the 30th of February for the 2nd of March.
  if (day === undefined || parseTime(`${day}00:00:00Z`) === null) return null
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? null : epochMs
}

function offsetMs(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

function formatOf(separator: string, zone: string): TimeFormat {
  if (separator === ' ') return 'gmt'
  return zone === 'Z' ? 'iso-utc' : 'iso-offset'
}
