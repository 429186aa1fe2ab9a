import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'

/** Suitable vehicles that end the search round a pick-up point; as many are numbered on the map. */
export const FITS_WANTED = 5

/** Times that one search round a pick-up point is widened by itself: each is another area for the service. */
export const MOST_STEPS = 5

// Where each decade of radii steps.
const STEPS = [1, 2, 5, 10]

/** The next of 1, 2, 5, 10, 20, … metres above a radius; null beyond the largest. */
export function widerRadius(radius: number): number | null {
  const decade = 10 ** Math.floor(Math.log10(radius))
  const next = STEPS.map((step) => step * decade).find((metres) => metres > radius) ?? decade * 10
  return next <= LARGEST_RADIUS_METRES ? next : null
}

/** State of the search round a pick-up point. */
export interface PickupSearch {
  /** Metres. */
  readonly radius: number
  readonly stepsLeft: number
  /** Whether the first sweep of this radius has ended. */
  readonly isRead: boolean
  /** Whether a larger circle would hold more: not when the list was cut short or the service fails. */
  readonly isWhole: boolean
  /** How many of its vehicles are suitable. */
  readonly suitable: number
}

/** @returns the radius to search next; `wait` for the list; `done` when five fit or no more can be found */
export function nextStep({
  radius,
  stepsLeft,
  isRead,
  isWhole,
  suitable,
}: PickupSearch): number | 'wait' | 'done' {
  if (suitable >= FITS_WANTED) return 'done'
  if (!isRead) return 'wait'
  return (isWhole && stepsLeft > 0 ? widerRadius(radius) : null) ?? 'done'
}
