import { OFF_ROAD_METRES } from '@/lib/contract/road-limits'
import type { RoadAnswer, RoadTime } from '@/lib/contract/roads'
import type { FormatDistance } from '@/lib/format/position/distance'

/** "7 min", "1 h 20 min": whole minutes, at least one; a router's times may be over an hour. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes <= 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** "7 min · 2.1 km". */
export function formatRoadTime({ seconds, metres }: RoadTime, formatDistance: FormatDistance): string {
  return `${formatMinutes(seconds)} · ${formatDistance(metres)}`
}

/** Of a vehicle without a time; null for one that was not asked for. */
export function withoutRoadTime(answer: RoadAnswer | null, formatDistance: FormatDistance): string | null {
  if (answer === 'off-road') return offRoad(formatDistance)
  return answer === 'none' ? 'no way by road within an hour' : null
}

/** "200 m or more from any road". */
export function offRoad(formatDistance: FormatDistance): string {
  return `${formatDistance(OFF_ROAD_METRES)} or more from any road`
}
