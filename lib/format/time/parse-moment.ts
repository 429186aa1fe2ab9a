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
  /** The time may be one to come; otherwise the last such time is meant. */
  readonly isAhead?: boolean
}

/**
 * A moment as people type it: "16:04", "4:04 pm", "16h04", "yesterday 16:04", "21 Nov, 16:04",
 * "2026-11-21 16:04", ISO 8601, "10 min ago", "now"; "+5 min" and "-30 s" count from the moment
 * shown. Of a repeated hour the nearer to that is meant.
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
  return otherMs !== null && parseMoment(text, { ...context, shownMs: otherMs }) === otherMs
    ? otherMs
    : null
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const DURATION =
  /^(?:\d+(?:\.\d+)? ?(?:s|m|h|d|secs?|mins?|hrs?|seconds?|minutes?|hours?|days?)\.?(?: and |, ?| )?)+$/

/** "10 min ago", "1 h 30 min ago", "+5 min". */
function parseOffset(words: string, { nowMs, shownMs }: MomentContext): number | null {
  const [, sign, duration, ago] = /^([+-]?) ?(.*?)( ago)?$/.exec(words) ?? []
  if (!duration || !DURATION.test(duration) || (sign !== '') === (ago !== undefined)) return null
  const ms = [...duration.matchAll(/(\d+(?:\.\d+)?) ?([smhd])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit as string] as number),
    0,
  )
  return ago ? nowMs - ms : shownMs + (sign === '-' ? -ms : ms)
}

/** ISO 8601 with Z or an offset, which says the moment by itself. */
function parseWithZone(words: string): number | null {
  const [, day, clock, zone] =
    /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|[+-]\d\d:?\d\d)$/.exec(words) ?? []
  if (!day || !isDay(day)) return null
  const epochMs = Date.parse(
    `${day}T${clock}${zone?.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`,
  )
  return Number.isNaN(epochMs) ? null : epochMs
}

/** "16:04 UTC"; "01:30:00 BST", as an hour that comes twice is shown. */
function parseWithZoneName(words: string, context: MomentContext): number | null {
  const [, local, name] = /^(.+) ([a-z]{2,5}|gmt[+-]\d\d?(?::\d\d)?)$/.exec(words) ?? []
  if (!local) return null
  if (name === 'utc' || name === 'gmt') return parseLocal(local, { ...context, zone: 'UTC' })
  const epochMs = parseLocal(local, context)
  if (epochMs === null) return null
  const { zone } = context
  const meant = [epochMs, otherOfRepeated(epochMs, zone) ?? epochMs]
  return meant.find((ms) => zoneOfRepeated(ms, zone).trim().toLowerCase() === name) ?? null
}

const CLOCK =
  /^(?<day>.*?)(?:^|[ ,t]) ?(?:at )?(?<hour>\d{1,2})(?:(?:[:.]| ?h ?)(?<minute>\d\d))?(?:[:.](?<second>\d\d)(?:\.\d+)?)?(?<marker> ?(?:h|[ap]\.?m\.?))?$/

function parseLocal(words: string, context: MomentContext): number | null {
  const { groups } = CLOCK.exec(words.replace(/^(\d\d)(\d\d)$/, '$1:$2')) ?? {}
  if (!groups) return null
  const { day = '', hour = '', minute = '00', second = '00' } = groups
  const half = groups.marker?.trim()[0] ?? 'h'
  // A number alone may be an hour or a day.
  if (groups.minute === undefined && groups.marker === undefined) return null
  if (half !== 'h' && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half === 'h' ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  if (hours > 23) return null
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second}`
  const named = day.replace(/,$/, '').trim()
  const date = named === '' ? dayOf(context.shownMs, context) : parseDay(named, context)
  if (date === null) return null
  const epochMs = nearest(`${date}T${clock}`, context)
  if (epochMs === null || epochMs <= context.nowMs || context.isAhead || named !== '')
    return epochMs
  return nearest(`${otherDay(date, -1)}T${clock}`, context)
}

function parseWholeDay(words: string, context: MomentContext): number | null {
  const isEnd = context.edge === 'to'
  const day = context.edge ? parseDay(words, context) : null
  const epochMs = day && epochOfLocal(`${day}T${isEnd ? '23:59:59' : '00:00'}`, context.zone)
  return epochMs ? epochMs + (isEnd ? 999 : 0) : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = new RegExp(`^(${WEEKDAYS.join('|')})[a-z]*\\.?,? ?(.*)$`)

/**
 * "today", "yesterday", "Fri", "2026-11-21", "21 Nov", "Sat, Nov 21, 2026"; without
 * a year the last such day.
 */
function parseDay(named: string, context: MomentContext): string | null {
  const today = dayOf(context.nowMs, context)
  const [, weekday, date] = WEEKDAY.exec(named) ?? []
  if (weekday && !date)
    return otherDay(today, -((new Date(today).getUTCDay() - WEEKDAYS.indexOf(weekday) + 7) % 7))
  const away = ['yesterday', 'today', 'tomorrow'].indexOf(named) - 1
  return away >= -1 ? otherDay(today, away) : parseDate(date ?? named, today, context.isAhead)
}

function parseDate(named: string, today: string, isAhead = false): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(named)) return isDay(named) ? named : null
  const [, before, month, after, year] =
    /^(\d{1,2})? ?([a-z]{3})[a-z]*\.?(?: (\d{1,2}))?(?:,? (\d{4}))?$/.exec(named) ?? []
  const at = MONTHS.indexOf(month ?? '')
  if (at < 0 || (before === undefined) === (after === undefined)) return null
  const rest = `-${String(at + 1).padStart(2, '0')}-${(before ?? after ?? '').padStart(2, '0')}`
  const thisYear = Number(today.slice(0, 4))
  const date = `${year ?? (!isAhead && `${thisYear}${rest}` > today ? thisYear - 1 : thisYear)}${rest}`
  return isDay(date) ? date : null
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
  return Math.abs(second - shownMs) < Math.abs(first - shownMs) ? second : first
}

function dayOf(epochMs: number, { zone }: MomentContext): string {
  return localText(epochMs, zone).slice(0, 10)
}

function otherDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Whether the calendar has this day: Date.parse takes the 30th of February for the 2nd of March.
 */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
