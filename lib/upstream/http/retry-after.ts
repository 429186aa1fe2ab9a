const SHORTEST_MS = 1_000
const LONGEST_MS = 5 * 60_000

/**
 * Parses Retry-After in either form, limited to 1 s … 5 min (a past date is 1 s).
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait; null when the header is absent or unreadable
 * Source: RFC 9110 §10.2.3
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - now
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, SHORTEST_MS), LONGEST_MS)
}

// Date.parse alone accepts `2` and `-5`; an HTTP date begins with the day's name.
function parseHttpDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN
}
