import { byStatus } from '@/components/search/list/shown-vehicles'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

type Counts = readonly (readonly [value: string, count: number])[]

/** How many vehicles in these slots have a status, '' for a missing one. */
export function countStatuses(
  rows: Uint32Array,
  { table, counts }: Pick<LiveArea, 'table' | 'counts'>,
): ReadonlyMap<string, number> {
  // All are counted already.
  if (rows.length === table.size) return counts.statuses
  const statuses = new Map<string, number>()
  for (const row of rows) {
    const status = table.records[row]?.status ?? ''
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

/** Counts by meaning, in the fixed order of the map's rings. @param chosen statuses of the filter, shown also where no vehicle has them */
export function inOrderOfMeaning(statuses: ReadonlyMap<string, number>, chosen: readonly string[]): Counts {
  const counts = new Map([...chosen.map((status) => [status, 0] as const), ...statuses])
  return [...counts].sort(([a], [b]) => byStatus(a, b))
}

/**
 * "12 available" for the tab's title; null where no status has a known meaning.
 * @param readAt time of an old list, such as that of a hidden tab: "12 available at 11:42"; null for a current one
 */
export function availableInWords(
  statuses: Counts,
  formatCount: (count: number) => string,
  readAt: string | null,
): string | null {
  if (statuses.every(([status]) => statusStyle(status) === STATUS_STYLES.at(-1))) return null
  const available = statuses.filter(([status]) => statusStyle(status) === STATUS_STYLES[0])
  const count = formatCount(available.reduce((sum, [, count]) => sum + count, 0))
  return `${count} available${readAt === null ? '' : ` at ${readAt}`}`
}

/** The rows whose vehicles have one of these statuses; all of them for none. */
export function rowsWithStatus(
  rows: Uint32Array,
  records: VehicleTable['records'],
  statuses: readonly string[],
): Uint32Array {
  if (statuses.length === 0) return rows
  const wanted = new Set(statuses)
  return rows.filter((row) => wanted.has(records[row]?.status ?? ''))
}

/** Values that occur in an area, with their counts, in an order that does not depend on the counts. */
export function inOrder({ statuses, functions, types }: LiveArea['counts']) {
  return {
    /** '' stands for a status that is not reported. */
    statuses: inOrderOfMeaning(statuses, []),
    functions: alphabetical(functions),
    types: alphabetical(types),
  }
}

export type AreaCounts = ReturnType<typeof inOrder>

function alphabetical(counts: ReadonlyMap<string, number>): Counts {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
