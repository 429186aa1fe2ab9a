import { dateTimeFormat } from '@/lib/format/locale'

/**
 * Local time of a zone as ISO 8601 without offset: "2026-03-29T01:30", with seconds unless zero.
 * @param zone IANA name; undefined for the browser's own
 */
export function localText(epochMs: number, zone?: string): string {
  const text = new Date(epochMs + offsetMs(epochMs, zone)).toISOString()
  return text.slice(0, text.slice(17, 19) === '00' ? 16 : 19)
}

/**
 * Parses a local time of a zone. In a repeated hour the first is meant; a skipped time
 * continues from before the skip.
 * @returns milliseconds since the epoch; null for any other text
 */
export function epochOfLocal(text: string, zone?: string): number | null {
  const asUtcMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)
    ? Date.parse(`${text}Z`)
    : Number.NaN
  if (Number.isNaN(asUtcMs)) return null
  // No zone changes twice within two days, so that one of these offsets applies.
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => asUtcMs - offsetMs(asUtcMs + ms, zone)) as [
    number,
    number,
  ]
  const isShownThen = (epochMs: number) => epochMs + offsetMs(epochMs, zone) === asUtcMs
  return isShownThen(before) || !isShownThen(after) ? before : after
}

const DAY_MS = 86_400_000

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
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value)
  const shownMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shownMs - Math.floor(epochMs / 1000) * 1000
}

const MINUTE_MS = 60_000
/** By how much clocks go back. */
const BACK_MINUTES = [30, 60, 120]
const QUARTER_MS = 15 * MINUTE_MS
const REMEMBERED = 1000
/**
 * Of each quarter of an hour of a zone: how far away it comes a second
 * time, in ms; 0 for nearly all.
 */
const known = new Map<string, number>()

/**
 * The other instant of a local time that comes twice, as clocks go back.
 * @param zone IANA name; undefined for the browser's own
 * @returns milliseconds since the epoch; null for a time that comes once
 */
export function otherOfRepeated(epochMs: number, zone?: string): number | null {
  const key = `${zone ?? ''} ${Math.floor(epochMs / QUARTER_MS)}`
  let awayMs = known.get(key)
  if (awayMs === undefined) {
    if (known.size >= REMEMBERED) known.clear()
    awayMs = distanceOf(epochMs, zone)
    known.set(key, awayMs)
  }
  return awayMs === 0 ? null : epochMs + awayMs
}

function distanceOf(epochMs: number, zone: string | undefined): number {
  const shown = localText(epochMs, zone)
  const distances = BACK_MINUTES.flatMap((minutes) => [minutes * MINUTE_MS, -minutes * MINUTE_MS])
  return distances.find((ms) => localText(epochMs + ms, zone) === shown) ?? 0
}

/** " BST" in an hour that comes twice, to distinguish the two; otherwise empty. */
export function zoneOfRepeated(epochMs: number, zone?: string): string {
  if (otherOfRepeated(epochMs, zone) === null) return ''
  const parts = dateTimeFormat({ timeZone: zone, timeZoneName: 'short' }).formatToParts(epochMs)
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
}

/**
 * A local time as `parseMoment` reads it: "2026-10-25 12:30", in an hour that comes twice
 * "2026-10-25 01:30+01:00".
 * @param edge of a span: whole days are "2026-10-25"
 */
export function writeLocal(epochMs: number, zone?: string, edge?: 'from' | 'to'): string {
  const text = localText(epochMs, zone)
  const local = text.replace('T', ' ')
  if (edge && text.endsWith(edge === 'from' ? 'T00:00' : 'T23:59:59')) return text.slice(0, 10)
  if (otherOfRepeated(epochMs, zone) === null) return local
  const minutes = Math.round((Date.parse(`${text}Z`) - epochMs) / MINUTE_MS)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(hour)}:${two(minute)}`
}
