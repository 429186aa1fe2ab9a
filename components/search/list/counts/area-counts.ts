import { byStatus } from '@/components/search/list/shown-vehicles'
import type { LiveArea } from '@/lib/live-client/live-area'

type Counts = readonly (readonly [value: string, count: number])[]

/** Values that occur in an area, with their counts, in an order that does not depend on the counts. */
export interface AreaCounts {
  /** '' stands for a status that is not reported. */
  readonly statuses: Counts
  readonly functions: Counts
  readonly types: Counts
}

export function inOrder({ statuses, functions, types }: LiveArea['counts']): AreaCounts {
  return {
    statuses: [...statuses].sort(([a], [b]) => byStatus(a, b)),
    functions: alphabetical(functions),
    types: alphabetical(types),
  }
}

function alphabetical(counts: ReadonlyMap<string, number>): Counts {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
