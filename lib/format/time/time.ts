import { dateTimeFormat } from '@/lib/format/locale'
import { zoneOfRepeated } from '@/lib/format/time/zone-time'
import { parseTime } from '@/lib/interface/times'

/**
 * A time of the service in a zone, with its date.
 * @param zone IANA name; undefined for the browser's own
 * @returns null for a text in none of the interface's time formats
 */
export function formatTime(
  text: string,
  zone?: string,
  precision: 'second' | 'minute' = 'second',
): string | null {
  const time = parseTime(text)
  if (time === null) return null
  const timeStyle = precision === 'second' ? 'medium' : 'short'
  return dateTimeFormat({ dateStyle: 'medium', timeStyle, timeZone: zone }).format(time.epochMs)
}

/** Time of day to the second in a zone: "14:02:11"; in an hour that comes twice "01:30:00 BST". */
export function formatClock(epochMs: number, zone?: string): string {
  return formatClockAlone(epochMs, zone) + zoneOfRepeated(epochMs, zone)
}

/** As `formatClock`, for a place that names the zone. */
export function formatClockAlone(epochMs: number, zone?: string): string {
  return dateTimeFormat({ timeStyle: 'medium', timeZone: zone }).format(epochMs)
}

/** As `formatMoment`, to the minute, and prepared for many times: "14:02" today, otherwise "20 Nov, 14:02". */
export function minuteFormat(zone?: string): (epochMs: number, nowMs: number) => string {
  const day = dateTimeFormat({ dateStyle: 'short', timeZone: zone })
  const clock = dateTimeFormat({ timeStyle: 'short', timeZone: zone })
  return (epochMs, nowMs) =>
    day.format(epochMs) === day.format(nowMs)
      ? clock.format(epochMs) + zoneOfRepeated(epochMs, zone)
      : formatOtherDay(epochMs, zone)
}

/**
 * A time for a narrow column: "14:02:11" today, otherwise with its day, "20 Nov, 14:02".
 * @param nowMs milliseconds since the epoch
 */
export function formatMoment(epochMs: number, nowMs: number, zone?: string): string {
  const day = dateTimeFormat({ dateStyle: 'short', timeZone: zone })
  if (day.format(epochMs) === day.format(nowMs)) return formatClock(epochMs, zone)
  return formatOtherDay(epochMs, zone)
}

function formatOtherDay(epochMs: number, zone?: string): string {
  const text = dateTimeFormat({
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(epochMs)
  return text + zoneOfRepeated(epochMs, zone)
}
