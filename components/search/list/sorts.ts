import type { LiveVehicle } from '@/lib/contract/live'
import { timeInStatus } from '@/lib/format/time/time-in-status'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'

export type SortName = 'distance' | 'price' | 'seats' | 'load' | 'year' | 'age' | 'changed' | 'status_time'

/** The order of the list. */
export interface Sort {
  readonly by: SortName
  readonly descending: boolean
}

export const NEAREST_FIRST: Sort = { by: 'distance', descending: false }

interface SortWords {
  readonly label: string
  readonly ascending: string
  readonly descending: string
  /** Chosen in the list of orders, it begins with the largest. */
  readonly isDescendingFirst?: true
}

export const sortWords: Record<SortName, SortWords> = {
  distance: { label: 'Distance', ascending: 'Nearest first', descending: 'Farthest first' },
  // Search objects have no currency (§2.2): vehicles may be priced in several.
  price: {
    label: 'Price/km as a number',
    ascending: 'Lowest price number first; currency not reported',
    descending: 'Highest price number first; currency not reported',
  },
  seats: { label: 'Seats', ascending: 'Fewest seats first', descending: 'Most seats first' },
  load: { label: 'Load', ascending: 'Smallest load first', descending: 'Largest load first' },
  year: { label: 'Year', ascending: 'Oldest year first', descending: 'Newest year first' },
  age: { label: 'Report age', ascending: 'Latest report first', descending: 'Oldest report first' },
  changed: { label: 'Last change', ascending: 'Latest change first', descending: 'Longest unchanged first' },
  status_time: {
    label: 'Time in status',
    ascending: 'Shortest in status first',
    descending: 'Longest in status first',
    isDescendingFirst: true,
  },
}

/** Orders to choose from. @param mtimeServes whether vehicles have an age of their report */
export const sortNames = (mtimeServes: boolean): SortName[] =>
  (Object.keys(sortWords) as SortName[]).filter((name) => name !== 'age' || mtimeServes)

/** "Nearest first". */
export function sortInWords({ by, descending }: Sort): string {
  return sortWords[by][descending ? 'descending' : 'ascending']
}

const fields = {
  price: 'price_per_km',
  seats: 'passengers_max',
  load: 'load_m3',
  year: 'year',
} as const satisfies Partial<Record<SortName, keyof VehicleSearchObject>>

/** The value that vehicles are sorted by; NaN for a missing one. */
export function sortValue(
  by: Exclude<SortName, 'distance'>,
  { records, reportedAtMs, fetchedAtMs }: Pick<LiveArea, 'records' | 'reportedAtMs' | 'fetchedAtMs'>,
): (index: number) => number {
  if (by === 'changed') return (index) => fetchedAtMs - (records[index]?.changedSince?.atMs ?? Number.NaN)
  // A report from the future has age 0, like the age shown.
  if (by === 'age') return (index) => Math.max(0, fetchedAtMs - (reportedAtMs[index] as number))
  if (by === 'status_time')
    return (index) =>
      timeInStatus((records[index] as LiveVehicle | undefined)?.statusSince, fetchedAtMs)?.ms ?? Number.NaN
  const field = fields[by]
  return (index) => records[index]?.[field] ?? Number.NaN
}
