import { dateTimeFormat } from '@/lib/format/locale'
import { zoneOfRepeated } from '@/lib/format/time/zone-time'
import { parseTime } from '@/lib/interface/times'

type Precision = 'second' | 'minute'

const TIME_STYLES = { second: 'medium', minute: 'short' } as const
const OTHER_DAY = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const

/**
 * A time of the service in a zone, with its date.
 * @param zone IANA name; undefined for the browser's own
 * @returns null for a text in none of the interface's time formats
 */
export function formatTime(
  text: string,
  zone?: string,
  precision: Precision = 'second',
): string | null {
  const time = parseTime(text)
  if (time === null) return null
  const format = dateTimeFormat({
    dateStyle: 'medium',
    timeStyle: TIME_STYLES[precision],
    timeZone: zone,
  })
  return format.format(time.epochMs)
}

/** Time of day to the second in a zone: "14:02:11"; in an hour that comes twice "01:30:00 BST". */
export function formatClock(epochMs: number, zone?: string): string {
  return formatClockAlone(epochMs, zone) + zoneOfRepeated(epochMs, zone)
}

/** As `formatClock`, for a place that names the zone. */
export function formatClockAlone(epochMs: number, zone?: string): string {
  return dateTimeFormat({ timeStyle: 'medium', timeZone: zone }).format(epochMs)
}

/**
 * A time for a narrow column: "14:02:11" or "14:02" today, otherwise with its day, "20 Nov, 14:02".
 * @param nowMs milliseconds since the epoch
 */
export function formatMoment(
  epochMs: number,
  nowMs: number,
  zone?: string,
  precision: Precision = 'second',
): string {
  const dayFormat = dateTimeFormat({ dateStyle: 'short', timeZone: zone })
  const isToday = dayFormat.format(epochMs) === dayFormat.format(nowMs)
  const format = isToday
    ? dateTimeFormat({ timeStyle: TIME_STYLES[precision], timeZone: zone })
    : dateTimeFormat({ ...OTHER_DAY, timeZone: zone })
  return format.format(epochMs) + zoneOfRepeated(epochMs, zone)
}
