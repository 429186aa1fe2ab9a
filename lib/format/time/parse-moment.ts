import {
  epochOfLocal,
  localText,
  otherOfRepeated,
  zoneOfRepeated,
} from '@/lib/format/time/zone-time'

export interface MomentContext {
  /** Milliseconds since the epoch. */
  readonly nowMs: number
  /** The moment that the page shows: a time without a day is of its day. */
  readonly shownMs: number
  /** IANA name; undefined for the browser's own. */
  readonly zone: string | undefined
  /** Of an end of a span: a day alone is its first or its last moment. */
  readonly edge?: 'from' | 'to' | undefined
  /** The time may be one to come: the nearest such day; otherwise it is the last such time. */
  readonly isAhead?: boolean
}

/**
 * A moment as people type it: "16:04", "4:04 pm", "16h04", "yesterday 16:04", "21 Nov, 16:04",
 * "2026-11-21 16:04", ISO 8601, "10 min ago", "in 5 min", "now"; "+5 min" and "-30 s" count from
 * the moment shown. Of a repeated hour it is the time nearer to that.
 * @returns milliseconds since the epoch; null for any other text
 */
export function parseMoment(text: string, context: MomentContext): number | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words === 'now') return context.nowMs
  return (
    parseOffset(words, context) ??
    parseWithZone(words) ??
    parseWithZoneName(words, context) ??
    parseLocal(words, context) ??
    parseWholeDay(words, context)
  )
}

/**
 * The other moment that a text may mean, in an hour that comes twice; null
 * for a text that means one.
 */
export function otherMoment(text: string, atMs: number, context: MomentContext): number | null {
  const otherMs = otherOfRepeated(atMs, context.zone)
  if (otherMs === null) return null
  const aroundOther = { ...context, shownMs: otherMs }
  const parsedMs = parseMoment(text, aroundOther)
  return parsedMs === otherMs ? otherMs : null
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

const AMOUNT = String.raw`\d+(?:\.\d+)?`
const UNIT = '(?:s|m|h|d|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?)'
const DURATION = new RegExp(String.raw`^(?:${AMOUNT} ?${UNIT}\.?(?: and |, ?| )?)+$`)

const OFFSET = /^(\+|-|in )? ?(.*?)( ago)?$/

/** "10 min ago", "1 h 30 min ago", "in 5 min", "+5 min". */
function parseOffset(words: string, context: MomentContext): number | null {
  const match = OFFSET.exec(words)
  const [, sign, duration, ago] = match ?? []
  if (!duration) return null
  if (!DURATION.test(duration)) return null

  const hasSign = sign !== undefined
  const isAgo = ago !== undefined
  if (hasSign === isAgo) return null

  const ms = durationMs(duration)
  if (isAgo) return context.nowMs - ms
  if (sign === 'in ') return context.nowMs + ms
  if (sign === '-') return context.shownMs - ms
  return context.shownMs + ms
}

const AMOUNT_AND_UNIT = /(\d+(?:\.\d+)?) ?([smhd])/g

function durationMs(duration: string): number {
  let ms = 0
  for (const match of duration.matchAll(AMOUNT_AND_UNIT)) {
    const [, amount, unit] = match
    const unitMs = UNITS[unit as string] as number
    ms += Number(amount) * unitMs
  }
  return ms
}

const ISO_DAY = String.raw`(\d{4}-\d\d-\d\d)`
const ISO_CLOCK = String.raw`(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)`
const ISO_OFFSET = String.raw`(z|[+-]\d\d:?\d\d)`
const ZONED = new RegExp(`^${ISO_DAY}[t ]${ISO_CLOCK} ?${ISO_OFFSET}$`)

/** ISO 8601 with Z or an offset, which says the moment by itself. */
function parseWithZone(words: string): number | null {
  const match = ZONED.exec(words)
  const [, day, clock, zone] = match ?? []
  if (!day) return null
  if (!isDay(day)) return null
  const offset = zone?.toUpperCase()
  const withColon = offset?.replace(/(\d\d)(\d\d)$/, '$1:$2')
  const epochMs = Date.parse(`${day}T${clock}${withColon}`)
  return Number.isNaN(epochMs) ? null : epochMs
}

const WITH_ZONE_NAME = /^(.+) ([a-z]{2,5}|gmt[+-]\d\d?(?::\d\d)?)$/

/** "16:04 UTC"; "01:30:00 BST", as an hour that comes twice is shown. */
function parseWithZoneName(words: string, context: MomentContext): number | null {
  const match = WITH_ZONE_NAME.exec(words)
  const [, local, name] = match ?? []
  if (!local) return null

  const isUtc = name === 'utc' || name === 'gmt'
  if (isUtc) {
    const inUtc = { ...context, zone: 'UTC' }
    return parseLocal(local, inUtc)
  }

  const { zone } = context
  const epochMs = parseLocal(local, context)
  if (epochMs === null) return null
  if (nameOfRepeated(epochMs, zone) === name) return epochMs
  const otherMs = otherOfRepeated(epochMs, zone)
  if (otherMs === null) return null
  return nameOfRepeated(otherMs, zone) === name ? otherMs : null
}

function nameOfRepeated(epochMs: number, zone: string | undefined): string {
  const name = zoneOfRepeated(epochMs, zone)
  return name.trim().toLowerCase()
}

const DAY_BEFORE = '(?<day>.*?)(?:^|[ ,t]) ?(?:at )?'
const HOUR = String.raw`(?<hour>\d{1,2})`
const MINUTE = String.raw`(?:(?:[:.]| ?h ?)(?<minute>\d\d))?`
const SECOND = String.raw`(?:[:.](?<second>\d\d)(?:\.\d+)?)?`
const MARKER = String.raw`(?<marker> ?(?:h|[ap]\.?m\.?))?`
const CLOCK = new RegExp(`^${DAY_BEFORE}${HOUR}${MINUTE}${SECOND}${MARKER}$`)

function parseLocal(words: string, context: MomentContext): number | null {
  const withColon = words.replace(/^(\d\d)(\d\d)$/, '$1:$2')
  const groups = CLOCK.exec(withColon)?.groups
  if (!groups) return null

  const { marker } = groups
  // A number alone may be an hour or a day.
  const isNumberAlone = groups.minute === undefined && marker === undefined
  if (isNumberAlone) return null

  const hours = hoursOf(Number(groups.hour), marker)
  if (hours === null) return null
  const minute = groups.minute ?? '00'
  const second = groups.second ?? '00'
  const clock = `${twoDigits(hours)}:${minute}:${second}`

  const dayText = groups.day?.replace(/,$/, '').trim() ?? ''
  const hasDay = dayText !== ''
  const date = hasDay ? parseDay(dayText, context) : dayOf(context.shownMs, context)
  if (date === null) return null

  const epochMs = nearest(`${date}T${clock}`, context)
  if (epochMs === null) return null
  if (hasDay || context.isAhead) return epochMs
  const isToCome = epochMs > context.nowMs
  if (!isToCome) return epochMs
  const dayBefore = addDays(date, -1)
  return nearest(`${dayBefore}T${clock}`, context)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** @param marker "am", "p.m.", "h" or none */
function hoursOf(hour: number, marker: string | undefined): number | null {
  const half = marker?.trim()[0] ?? 'h'
  if (half === 'h') return hour <= 23 ? hour : null
  if (hour < 1 || hour > 12) return null
  const hourOfHalf = hour % 12
  return half === 'p' ? hourOfHalf + 12 : hourOfHalf
}

function parseWholeDay(words: string, context: MomentContext): number | null {
  if (!context.edge) return null
  const day = parseDay(words, context)
  if (day === null) return null
  if (context.edge === 'from') return epochOfLocal(`${day}T00:00`, context.zone)
  const lastSecond = `${day}T23:59:59`
  const lastSecondMs = epochOfLocal(lastSecond, context.zone)
  if (lastSecondMs === null) return null
  return lastSecondMs + 999
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = new RegExp(`^(${WEEKDAYS.join('|')})[a-z]*\\.?,? ?(.*)$`)

/**
 * "today", "yesterday", "Fri", "2026-11-21", "21 Nov", "Sat, Nov 21, 2026"; without
 * a year the last such day.
 */
function parseDay(text: string, context: MomentContext): string | null {
  const today = dayOf(context.nowMs, context)
  if (text === 'yesterday') return addDays(today, -1)
  if (text === 'today') return today
  if (text === 'tomorrow') return addDays(today, 1)

  const match = WEEKDAY.exec(text)
  const [, weekday, date] = match ?? []
  const isWeekdayAlone = weekday !== undefined && !date
  if (isWeekdayAlone) return lastWeekday(weekday, today)
  return parseDate(date ?? text, today, context.isAhead)
}

/** Today among them. */
function lastWeekday(weekday: string, today: string): string {
  const wanted = WEEKDAYS.indexOf(weekday)
  const todays = new Date(today).getUTCDay()
  const daysAgo = (todays - wanted + 7) % 7
  return addDays(today, -daysAgo)
}

const ISO_DATE = /^\d{4}-\d\d-\d\d$/
const DATE = /^(\d{1,2})? ?([a-z]{3})[a-z]*\.?(?: (\d{1,2}))?(?:,? (\d{4}))?$/

function parseDate(text: string, today: string, isAhead = false): string | null {
  if (ISO_DATE.test(text)) return isDay(text) ? text : null

  const match = DATE.exec(text)
  const [, before, monthName = '', after, givenYear] = match ?? []
  const month = MONTHS.indexOf(monthName) + 1
  if (month === 0) return null
  const hasOneDay = (before === undefined) !== (after === undefined)
  if (!hasOneDay) return null
  const day = Number(before ?? after)
  const monthAndDay = `${twoDigits(month)}-${twoDigits(day)}`
  const year = givenYear ?? yearOf(monthAndDay, today, isAhead)
  const date = `${year}-${monthAndDay}`
  return isDay(date) ? date : null
}

/** This year, or the last one for a day that is still to come; the nearest for a time to come. */
function yearOf(monthAndDay: string, today: string, isAhead: boolean): number {
  const thisYear = Number(today.slice(0, 4))
  if (isAhead) {
    const years = [thisYear, thisYear + 1, thisYear - 1]
    const daysFromToday = (year: number) => daysBetween(`${year}-${monthAndDay}`, today)
    return years.reduce((best, year) => (daysFromToday(year) < daysFromToday(best) ? year : best))
  }
  const isToCome = `${thisYear}-${monthAndDay}` > today
  return isToCome ? thisYear - 1 : thisYear
}

/** Infinite for a day that no calendar has. */
function daysBetween(one: string, other: string): number {
  const ms = Math.abs(Date.parse(`${one}T00:00Z`) - Date.parse(`${other}T00:00Z`))
  return Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms / 86_400_000
}

/**
 * A local time; of two in a repeated hour the nearer to the moment shown,
 * unless that is still to come.
 */
function nearest(local: string, { nowMs, shownMs, zone }: MomentContext): number | null {
  const first = epochOfLocal(local, zone)
  if (first === null) return null
  const second = otherOfRepeated(first, zone)
  if (second === null || second > nowMs) return first
  const firstDistanceMs = Math.abs(first - shownMs)
  const secondDistanceMs = Math.abs(second - shownMs)
  return secondDistanceMs < firstDistanceMs ? second : first
}

function dayOf(epochMs: number, { zone }: MomentContext): string {
  return localText(epochMs, zone).slice(0, 10)
}

function addDays(day: string, days: number): string {
  const startMs = Date.parse(`${day}T00:00Z`)
  return new Date(startMs + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Whether the calendar has this day: Date.parse takes the 30th of February for the 2nd of March.
 */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
