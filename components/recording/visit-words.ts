import type { CircleVisit } from '@/lib/contract/recording-questions'
import { formatDuration } from '@/lib/format/time/time-in-status'

const MOST = 5
const MINUTE_MS = 60_000

/** "16:02:05, for 8 min; passed at 16:30:00". @param write a time */
export function visitWords(visits: readonly CircleVisit[], write: (ms: number) => string): string {
  const words = visits.slice(0, MOST).map(({ firstMs, lastMs, isPassing, isBeginKnown, isEndKnown }) => {
    if (isPassing) return `passed at ${write(firstMs)}`
    const ms = lastMs - firstMs
    if (ms < MINUTE_MS) return `${write(firstMs)}, seen for less than a minute`
    return `${write(firstMs)} for ${isBeginKnown && isEndKnown ? '' : 'at least '}${formatDuration(ms)}`
  })
  const more = visits.length - words.length
  return [...words, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
