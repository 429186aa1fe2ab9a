import type { Streets } from '@/components/map/types'
import { WAIT_STEPS, waitStepOf } from '@/components/map/wait-steps'
import { type RoadWaits, roadKindOf, WAITED_MAXIMUM } from '@/lib/api/contract/roads'
import type { LocatedVehicle } from '@/lib/api/queries/roads'
import { formatShare } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatMinutes } from '@/lib/format/time/road-time'

// About 10 m: a second by road.
const FINEST_CELL_DEGREES = 1e-4

/**
 * Vehicles to count waits from: of too many, one of each kind and cell of the
 * finest grid that suffices.
 */
export function waitedVehicles(
  vehicles: readonly LocatedVehicle[],
  most = WAITED_MAXIMUM,
): readonly LocatedVehicle[] {
  let kept = vehicles
  for (let cell = FINEST_CELL_DEGREES; kept.length > most; cell *= 2) {
    const byCell = new Map<string, LocatedVehicle>()
    for (const vehicle of kept) {
      const { lat, lng } = vehicle.position
      byCell.set(
        `${roadKindOf(vehicle.type)} ${Math.floor(lat / cell)} ${Math.floor(lng / cell)}`,
        vehicle,
      )
    }
    kept = [...byCell.values()]
  }
  return kept
}

const METRES_PER_MILLIONTH = 0.111195

export function streetMetres(streets: Streets): Float64Array {
  return Float64Array.from(streets, (street) => {
    const shrink = Math.cos(((street[0] ?? 0) / 1e6 / 180) * Math.PI)
    let metres = 0
    for (let at = 2; at + 1 < street.length; at += 2)
      metres += Math.sqrt((street[at] as number) ** 2 + ((street[at + 1] as number) * shrink) ** 2)
    return metres * METRES_PER_MILLIONTH
  })
}

/** Share of the streets' length in each step, 0 to 1; that without a way is the last. */
export function sharesOf(steps: Uint8Array, metres: Float64Array): number[] {
  const sums = new Array<number>(WAIT_STEPS.length + 1).fill(0)
  let all = 0
  for (let n = 0; n < steps.length; n++) {
    const step = steps[n] as number
    sums[step] = (sums[step] as number) + (metres[n] as number)
    all += metres[n] as number
  }
  return sums.map((sum) => (all === 0 ? 0 : sum / all))
}

/** "up to 2 min", "2 to 4 min", "over 12 min". */
export function stepInWords(step: number): string {
  const from = (WAIT_STEPS[step - 1]?.untilSeconds ?? 0) / 60
  const until = (WAIT_STEPS[step]?.untilSeconds ?? 0) / 60
  if (step === WAIT_STEPS.length) return 'not reachable within an hour'
  if (from === 0) return `up to ${until} min`
  return until === Infinity ? `over ${from} min` : `${from} to ${until} min`
}

/** "Nowhere within this circle over 12 min; longest near Camino Maldonado: 11 min." */
export function waitsInWords(
  { longest }: Pick<RoadWaits, 'longest'>,
  shares: readonly number[],
): string {
  if (!longest) return 'There are no streets within this circle.'
  const { seconds, name } = longest
  const near = name ? ` near ${safeText(name, 60)}` : ''
  const until = WAIT_STEPS[waitStepOf(seconds)]?.untilSeconds ?? Infinity
  // Up to the whole minute, as the classes count: 12 min 5 s is over 12 min.
  const last =
    seconds === null ? 'not reachable within an hour' : formatMinutes(Math.ceil(seconds / 60) * 60)
  if (until < Infinity)
    return `Nowhere within this circle over ${formatMinutes(until)}; longest${near}: ${last}.`
  const over = (shares.at(-1) ?? 0) + (shares.at(-2) ?? 0)
  return `${formatShare(over)} of the streets within this circle over ${formatMinutes(LONG_SECONDS)}; longest${near}: ${last}.`
}

const LONG_SECONDS = WAIT_STEPS.at(-2)?.untilSeconds ?? 0

export const withoutWaits = {
  none: 'There is no road data for this area.',
  building: 'The road data is still being prepared.',
  failed: 'Road data could not be loaded.',
  unanswered: 'The waiting times could not be loaded. Kerbside will try again.',
} as const
