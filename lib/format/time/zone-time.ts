/**
 * Value of a `datetime-local` field: "2026-03-29T01:30", with seconds unless zero.
 * @param zone IANA name; undefined for the browser's own
 */
export function localText(epochMs: number, zone?: string): string {
  const text = new Date(epochMs + offsetMs(epochMs, zone)).toISOString()
  return text.slice(0, text.slice(17, 19) === '00' ? 16 : 19)
}

/**
 * Parses a local time of a zone. In a repeated hour the first is meant; a skipped time continues from before the skip.
 * @returns milliseconds since the epoch; null for any other text
 */
export function epochOfLocal(text: string, zone?: string): number | null {
  const asUtcMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
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

/** Offset of the zone from UTC, in ms. */
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
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
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
