import { OFF_ROAD_METRES, type RoadAnswer, type RoadTime } from '@/lib/api/contract/roads'
import type { FormatDistance } from '@/lib/format/position/distance'
import { hoursAndMinutes } from './time-in-status'

/** Whole minutes as they are shown; 0 below one. */
export function minutesOf(seconds: number): number {
  return seconds < 60 ? 0 : Math.round(seconds / 60)
}

/** "< 1 min", "7 min", "1 h 20 min"; a router's times may be over an hour. */
export function formatMinutes(seconds: number): string {
  const minutes = minutesOf(seconds)
  if (minutes === 0) return '< 1 min'
  return minutes <= 60 ? `${minutes} min` : hoursAndMinutes(minutes)
}

/** "7 min · 2.1 km". */
export function formatRoadTime(
  { seconds, metres }: RoadTime,
  formatDistance: FormatDistance,
): string {
  return `${formatMinutes(seconds)} · ${formatDistance(metres)}`
}

/** Of a vehicle without a time; null for one that was not asked for. */
export function withoutRoadTime(
  answer: RoadAnswer | null,
  formatDistance: FormatDistance,
): string | null {
  if (answer === 'off-road') return offRoad(formatDistance)
  if (answer === 'none') return 'not reachable by road within an hour'
  return null
}

/** "200 m or more from any road". */
export function offRoad(formatDistance: FormatDistance): string {
  return `${formatDistance(OFF_ROAD_METRES)} or more from any road`
}
