import type { FormatDistance } from '@/lib/format/position/distance'
import { offRoad } from '@/lib/format/time/road-time'
import type { RoadRanking, RoadReading } from './road-times'

/** Explains the order of the suitable vehicles. */
export function orderInWords(
  reading: RoadReading | null,
  { timed, answered }: Pick<RoadRanking, 'timed' | 'answered'>,
  formatDistance: FormatDistance,
): string {
  if (reading === null) return UNTIL_THEN
  const { state, isOffRoad } = reading
  if (isOffRoad) return `By straight line: the pick-up is ${offRoad(formatDistance)}.`
  if (timed > 0)
    return state === 'ready'
      ? 'By road, without traffic.'
      : 'By road, without traffic. The times could not be refreshed.'
  // The vehicles were not suitable yet when the times were asked for.
  if (state === 'ready' && answered === 0) return UNTIL_THEN
  return withoutTimes[state]
}

const UNTIL_THEN = 'By straight line until the times by road are here.'

const withoutTimes: Record<RoadReading['state'], string> = {
  ready: 'By straight line: no vehicle has a way by road within an hour.',
  none: 'By straight line: there is no road data for this place.',
  building: 'By straight line: the road data is still being prepared.',
  failed: 'By straight line: the times by road failed.',
  unanswered: 'By straight line: the times by road could not be loaded.',
}
