import { RequestFault } from './answers'
import type { GapAnswers } from './gaps'

const MINUTE_MS = 60_000

/** Counts a key's requests in whole minutes. @throws RequestFault 429 beyond the limit (§8: not shown) */
export function createRateLimit(answers: GapAnswers): (key: string, nowMs: number) => void {
  if (answers.rateLimit === 'off') return () => {}
  const perMinute = Number.parseInt(answers.rateLimit, 10)
  let minute = -1
  const counts = new Map<string, number>()

  return (key, nowMs) => {
    if (Math.floor(nowMs / MINUTE_MS) !== minute) {
      minute = Math.floor(nowMs / MINUTE_MS)
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= perMinute) return
    const endMs = (minute + 1) * MINUTE_MS
    const headers: Record<string, string> = {}
    if (answers.retryAfter === 'seconds') headers['retry-after'] = String(Math.ceil((endMs - nowMs) / 1000))
    if (answers.retryAfter === 'date') headers['retry-after'] = new Date(endMs).toUTCString()
    throw new RequestFault(429, 'rate_limited', `more than ${perMinute} requests in a minute`, headers)
  }
}
