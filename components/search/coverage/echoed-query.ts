import type { AreaSearch } from '@/lib/contract/live'
import { parsePosition } from '@/lib/interface/position'

export interface Difference {
  readonly name: string
  readonly asked: string
  readonly applied: string
}

// A service may round the positions that it reports: about a metre.
const SAME_DEGREES = 1e-5

/**
 * Compares the parameters that the service reports with those requested. An omitted one is no difference: the sample
 * shows position, limit and radius only (§2.5).
 */
export function differencesOf(echoed: string, { position, radius, type }: AreaSearch): Difference[] {
  const applied = new URLSearchParams(echoed.slice(echoed.indexOf('?') + 1))
  const differs = (name: string, asked: string, same: (given: string) => boolean): Difference[] => {
    const given = applied.get(name)
    return given === null || same(given) ? [] : [{ name, asked, applied: given }]
  }
  // The sample does not show the exact spelling of positions. A smaller limit only means more pages.
  return [
    ...differs('position', `${position.lat},${position.lng}`, (given) => {
      const there = parsePosition(given)
      return (
        there !== null &&
        Math.abs(there.lat - position.lat) <= SAME_DEGREES &&
        Math.abs(there.lng - position.lng) <= SAME_DEGREES
      )
    }),
    ...differs('radius', String(radius), (given) => Number(given) === radius),
    ...differs('type', type ?? '', (given) => given === (type ?? '')),
  ]
}
