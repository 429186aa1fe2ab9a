import { dateTimeFormat } from '@/lib/format/locale'

/**
 * Local time of a zone as ISO 8601 without offset: "2026-03-29T01:30", with seconds unless zero.
 * @param zone IANA name; undefined for the browser's own
 */
export function localText(epochMs: number, zone?: string): string {
  const text = new Date(epochMs + offsetMs(epochMs, zone)).toISOString()
  const hasSeconds = text.slice(17, 19) !== '00'
  const length = hasSeconds ? 19 : 16
  return text.slice(0, length)
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/
const DAY_MS = 86_400_000

/**
 * Parses a local time of a zone: the first in a repeated hour; a skipped time continues from before
 * the skip.
 * @returns milliseconds since the epoch; null for any other text
 */
export function epochOfLocal(text: string, zone?: string): number | null {
  if (!LOCAL_TIME.test(text)) return null
  const asUtcMs = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtcMs)) return null

  // No zone changes twice within two days, so that one of these offsets applies.
  const earlierMs = asUtcMs - offsetMs(asUtcMs - DAY_MS, zone)
  const laterMs = asUtcMs - offsetMs(asUtcMs + DAY_MS, zone)
  const isShownAt = (epochMs: number) => epochMs + offsetMs(epochMs, zone) === asUtcMs
  if (isShownAt(earlierMs)) return earlierMs
  return isShownAt(laterMs) ? laterMs : earlierMs
}

function offsetMs(epochMs: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(epochMs)
  const part = (type: Intl.DateTimeFormatPartTypes) => {
    const found = parts.find((each) => each.type === type)
    return Number(found?.value)
  }
  const shownMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  const wholeSeconds = Math.floor(epochMs / 1000)
  return shownMs - wholeSeconds * 1000
}

const MINUTE_MS = 60_000
/** By how much clocks go back. */
const BACK_MINUTES = [30, 60, 120]
const QUARTER_MS = 15 * MINUTE_MS
const CACHED_MAXIMUM = 1000
/**
 * For each quarter of an hour of a zone: milliseconds to its repetition, negative to an earlier
 * one; 0 without one.
 */
const cachedDistances = new Map<string, number>()

/**
 * The other instant of a local time that comes twice, as clocks go back.
 * @param zone IANA name; undefined for the browser's own
 * @returns milliseconds since the epoch; null for a time that comes once
 */
export function otherOfRepeated(epochMs: number, zone?: string): number | null {
  const key = `${zone ?? ''} ${Math.floor(epochMs / QUARTER_MS)}`
  let distanceMs = cachedDistances.get(key)
  if (distanceMs === undefined) {
    if (cachedDistances.size >= CACHED_MAXIMUM) cachedDistances.clear()
    distanceMs = distanceToRepetition(epochMs, zone)
    cachedDistances.set(key, distanceMs)
  }
  return distanceMs === 0 ? null : epochMs + distanceMs
}

function distanceToRepetition(epochMs: number, zone: string | undefined): number {
  const shown = localText(epochMs, zone)
  for (const minutes of BACK_MINUTES) {
    const ms = minutes * MINUTE_MS
    if (localText(epochMs + ms, zone) === shown) return ms
    if (localText(epochMs - ms, zone) === shown) return -ms
  }
  return 0
}

/** " BST" in an hour that comes twice, to distinguish the two; otherwise empty. */
export function zoneOfRepeated(epochMs: number, zone?: string): string {
  if (otherOfRepeated(epochMs, zone) === null) return ''
  const format = dateTimeFormat({ timeZone: zone, timeZoneName: 'short' })
  const parts = format.formatToParts(epochMs)
  const name = parts.find(({ type }) => type === 'timeZoneName')
  return ` ${name?.value ?? ''}`
}

/**
 * A local time as `parseMoment` reads it: "2026-10-25 12:30", in an hour that comes twice
 * "2026-10-25 01:30+01:00".
 * @param edge of a span: whole days are "2026-10-25"
 */
export function writeLocal(epochMs: number, zone?: string, edge?: 'from' | 'to'): string {
  const text = localText(epochMs, zone)
  if (edge && isEdgeOfDay(text, edge)) return text.slice(0, 10)

  const local = text.replace('T', ' ')
  if (otherOfRepeated(epochMs, zone) === null) return local
  const aheadMs = Date.parse(`${text}Z`) - epochMs
  const offset = Math.round(aheadMs / MINUTE_MS)
  return `${local}${writeOffset(offset)}`
}

function isEdgeOfDay(text: string, edge: 'from' | 'to'): boolean {
  return text.endsWith(edge === 'from' ? 'T00:00' : 'T23:59:59')
}

/** "+01:00". */
function writeOffset(minutes: number): string {
  const sign = minutes < 0 ? '-' : '+'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return `${sign}${twoDigits(hours)}:${twoDigits(rest)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
