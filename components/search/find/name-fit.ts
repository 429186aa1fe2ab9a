import type { VehicleName } from '@/lib/queries/vehicle-names'

/** Vehicles of the list, and saved areas, each. */
const MOST = 5

/** The whole name, its beginning, or a part of it: less is better. */
export const WHOLE = 0
export const NO_FIT = 3

export function fitOf(name: string, pattern: RegExp): number {
  const match = pattern.exec(name)
  if (!match) return NO_FIT
  if (match.index > 0) return 2
  return match[0].length === name.length ? WHOLE : 1
}

export function fitOfName({ our_ref, licence_plate }: VehicleName, pattern: RegExp): number {
  return Math.min(
    our_ref === null ? NO_FIT : fitOf(our_ref, pattern),
    licence_plate === null ? NO_FIT : fitOf(licence_plate, pattern),
  )
}

/** The first of those that fit best. */
export function best<T>(all: readonly T[], grade: (one: T) => number): T[] {
  const byFit: T[][] = [[], [], []]
  for (const one of all) {
    const group = byFit[grade(one)]
    if (group && group.length < MOST) group.push(one)
  }
  return byFit.flat().slice(0, MOST)
}
