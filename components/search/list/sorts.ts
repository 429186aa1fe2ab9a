import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'

export type SortName = 'distance' | 'price' | 'seats' | 'load' | 'year' | 'age'

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
}

export const sortWords: Record<SortName, SortWords> = {
  distance: { label: 'Distance', ascending: 'nearest first', descending: 'farthest first' },
  price: { label: 'Price per km', ascending: 'cheapest first', descending: 'dearest first' },
  seats: { label: 'Seats', ascending: 'fewest seats first', descending: 'most seats first' },
  load: { label: 'Load', ascending: 'smallest load first', descending: 'largest load first' },
  year: { label: 'Year', ascending: 'oldest year first', descending: 'newest year first' },
  age: { label: 'Age of report', ascending: 'latest report first', descending: 'oldest report first' },
}

/** "nearest first". */
export function sortInWords({ by, descending }: Sort): string {
  return sortWords[by][descending ? 'descending' : 'ascending']
}

const fields = {
  price: 'price_per_km',
  seats: 'passengers_max',
  load: 'load_m3',
  year: 'year',
} as const satisfies Partial<Record<SortName, keyof VehicleSearchObject>>

/** What vehicles are sorted by beside their distance; NaN where a vehicle does not say it. */
export function sortValue(
  by: Exclude<SortName, 'distance'>,
  { records, reportedAtMs, fetchedAtMs }: Pick<LiveArea, 'records' | 'reportedAtMs' | 'fetchedAtMs'>,
): (index: number) => number {
  // A report from the future is as old as its answer, like the age that is shown.
  if (by === 'age') return (index) => Math.max(0, fetchedAtMs - (reportedAtMs[index] as number))
  const field = fields[by]
  return (index) => records[index]?.[field] ?? Number.NaN
}
