import type { TrailBreak } from '@/lib/api/contract/recording-questions'
import { type FormatDistance, formatSpeed, type Units } from '@/lib/format/position/distance'
import { gapInWords } from '@/lib/format/recording'
import type { Drive, Leg } from '@/lib/recording/trail/legs'
import { JUMP_KMH } from '@/lib/recording/trail/steps'
import { STOP_METRES } from '@/lib/recording/trail/stops'

/** Why it is not known where a vehicle was. */
export function breakWords({ reason, problem }: Pick<TrailBreak, 'reason' | 'problem'>): string {
  if (reason === 'absent') return 'Outside the recorded area, or not listed by the service'
  if (reason === 'no-position') return 'No position reported'
  if (reason === 'unknown') return 'Nothing is recorded of this time'
  return gapInWords({ reason, problem })
}

/** "28 km/h on average, 52 km/h at most"; null where neither is known, and for one that hardly moved. */
export function speedWords({ metres, averageKmh, fastestKmh }: Drive, units: Units): string | null {
  if (metres < STOP_METRES) return null
  const words = [
    averageKmh === null ? null : `${formatSpeed(averageKmh, units)} on average`,
    fastestKmh === null ? null : `${formatSpeed(fastestKmh, units)} at most`,
  ]
  return words.filter((one) => one !== null).join(', ') || null
}

/** Kind and length of a leg, without its place. */
export function legWords(leg: Leg, format: FormatDistance, units: Units): string {
  switch (leg.kind) {
    case 'stop':
      return 'Stopped'
    case 'drive':
      return leg.metres < STOP_METRES ? 'Hardly moved' : `Drove ${format(leg.metres)}`
    case 'jump':
      return leg.hasReturned
        ? `Position ${format(leg.metres)} away and back: left out, since no vehicle is that fast`
        : `Position jumped ${format(leg.metres)}, faster than ${formatSpeed(JUMP_KMH, units)}: the way there is not known`
    case 'break':
      return `Not known. ${breakWords(leg)}`
  }
}

/** When it began and ended. */
export function timesOf(leg: Leg): [number, number] {
  if (leg.kind !== 'jump') return [leg.fromMs, leg.toMs]
  const [first, last] = [leg.points[0], leg.points.at(-1)]
  return [first?.atMs ?? 0, last?.lastMs ?? 0]
}

/** The same in words. @param write a time */
export function timeWords(leg: Leg, write: (ms: number) => string): { from: string; to: string } {
  const [from, to] = timesOf(leg).map(write) as [string, string]
  if (leg.kind !== 'stop') return { from, to }
  return { from: leg.isBeginKnown ? from : `${from} or earlier`, to: leg.isEndKnown ? to : `${to} or later` }
}
