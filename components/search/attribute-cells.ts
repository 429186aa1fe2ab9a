import type { Facts } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import type { Cell } from '@/lib/format/csv'
import type { VehicleSearchObject } from '@/lib/interface/resources'

export type AttributeValue = string | number | readonly string[]

export type CsvColumn = readonly [header: string, cell: (facts: Facts) => Cell]

/** One value of a field in a file; several are separated by spaces. */
export function cellOf(
  vehicle: LiveVehicle,
  field: keyof VehicleSearchObject,
  read: (vehicle: LiveVehicle) => AttributeValue | null,
): Cell {
  if (vehicle.unreadable?.includes(field)) return 'unreadable'
  const value = read(vehicle)
  if (value === null || typeof value !== 'object') return value
  // Members of another type are in `unreadable` as `functions.1`.
  const isOnlyPart = vehicle.unreadable?.some((path) => path.startsWith(`${field}.`))
  const texts = isOnlyPart ? [...value, 'unreadable'] : value
  return texts.join(' ')
}

/** "position: text, passengers_max: text" */
export function formsCell({ forms }: LiveVehicle): Cell {
  const parts = Object.entries(forms ?? {}).map(([field, form]) => `${field}: ${form}`)
  return parts.length > 0 ? parts.join(', ') : null
}

export function sinceCells(
  header: string,
  read: (vehicle: LiveVehicle) => StatusSince | null | undefined,
): readonly CsvColumn[] {
  return [
    [header, ({ vehicle }) => isoTime(read(vehicle)?.atMs)],
    [`${header}_is_at_least`, ({ vehicle }) => isAtLeast(read(vehicle))],
  ]
}

export function isoTime(ms: number | null | undefined): Cell {
  return typeof ms === 'number' ? new Date(ms).toISOString() : null
}

function isAtLeast(since: StatusSince | null | undefined): Cell {
  return since ? String(!since.isBeginning) : null
}
