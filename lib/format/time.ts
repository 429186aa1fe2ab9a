import { parseTime } from '@/lib/interface/times'

/**
 * A time of the service in the chosen zone, to the second.
 * @param zone an IANA name; undefined is the browser's own
 * @returns null when the text is no time the interface knows
 */
export function formatTime(text: string, zone?: string): string | null {
  const time = parseTime(text)
  return time === null ? null : formatEpoch(time.epochMs, zone)
}

/** Milliseconds since the epoch as date and time to the second in the chosen zone. */
function formatEpoch(epochMs: number, zone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(epochMs)
}

/** Time of day to the second in the chosen zone: "14:02:11". */
export function formatClock(epochMs: number, zone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(epochMs)
}

/**
 * A moment for a narrow column: the time of day when it is of today, "14:02:11", and else with its day, "20 Nov, 14:02".
 * @param nowMs milliseconds since the epoch
 */
export function formatMoment(epochMs: number, nowMs: number, zone?: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: zone })
  if (day.format(epochMs) === day.format(nowMs)) return formatClock(epochMs, zone)
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(epochMs)
}
