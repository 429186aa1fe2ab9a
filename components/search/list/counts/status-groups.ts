import { attributes, type FilterName } from '@/components/search/attributes'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { mergeSpellings, reportedStatus } from '@/lib/interface/statuses'
import { COUNTED_FIELDS, type CountedField, type LiveArea } from '@/lib/live/client/live-area'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

type Counts = readonly (readonly [value: string, count: number])[]

/** Order of statuses: by meaning as on the map's rings, then alphabetical. */
export function byStatus(a: string, b: string): number {
  const order = (status: string) => STATUS_STYLES.indexOf(statusStyle(status))
  return order(a) - order(b) || (a < b ? -1 : 1)
}

/**
 * In the order of the map's rings, '' for a missing one.
 * @param chosen of the filter, listed also where none has it
 */
export function countStatuses(
  rows: Uint32Array,
  records: VehicleTable['records'],
  chosen: readonly string[],
): Counts {
  const counts = new Map(chosen.map((status) => [status, 0]))
  for (const row of rows) {
    const record = records[row]
    const status = (record && reportedStatus(record)) ?? ''
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...mergeSpellings(counts)].sort(([a], [b]) => byStatus(a, b))
}

/**
 * "12 available", of an old list "12 available at 11:42"; null where no status has a known meaning.
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

/** Values in the order in which filters and the legend list them; '' for a missing status. */
export function inOrder(counts: LiveArea['counts']): AreaCounts {
  const sorted = COUNTED_FIELDS.map((field) => {
    const order = field === 'status' ? byStatus : alphabetically
    const values = [...counts[field]].sort(([a], [b]) => order(a, b))
    return [field, values]
  })
  return Object.fromEntries(sorted)
}

export type AreaCounts = Readonly<Record<CountedField, Counts>>

/** Values that vehicles of the area have in the field of a filter by words. */
export function offeredValues(counts: AreaCounts | null, name: FilterName): Counts {
  const field = COUNTED_FIELDS.find((counted) => counted === attributes[name].field)
  return (field && counts?.[field]) ?? []
}

function alphabetically(a: string, b: string): number {
  return a < b ? -1 : 1
}
