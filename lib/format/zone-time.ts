/**
 * A moment as a `datetime-local` field holds it, to the second when it has seconds: "2026-03-29T01:30".
 * @param zone an IANA name; undefined is the browser's own
 */
export function localText(epochMs: number, zone?: string): string {
  const text = new Date(epochMs + offsetMs(epochMs, zone)).toISOString()
  return text.slice(0, text.slice(17, 19) === '00' ? 16 : 19)
}

/**
 * The moment that a clock of the zone showed as `text`. Of an hour that comes twice the first is meant; a time that
 * was skipped counts on from before the skip.
 * @returns milliseconds since the epoch; null when the text is no local time
 */
export function epochOfLocal(text: string, zone?: string): number | null {
  const asUtcMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(asUtcMs)) return null
  // No zone changes twice within two days: one of these is the offset at that time.
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => asUtcMs - offsetMs(asUtcMs + ms, zone)) as [
    number,
    number,
  ]
  const isShownThen = (epochMs: number) => epochMs + offsetMs(epochMs, zone) === asUtcMs
  return isShownThen(before) || !isShownThen(after) ? before : after
}

const DAY_MS = 86_400_000

/** How far the zone's clocks are ahead of UTC. */
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
