import { seatsInWords } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle } from '@/lib/contract/live'
import { keyWords } from '@/lib/format/key-words'
import { formatNumber, formatYear } from '@/lib/format/number'
import { nearWords } from '@/lib/format/position/near'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { shortTimeInStatus, type TimeInStatus } from '@/lib/format/time/time-in-status'
import { isVisible, type VehicleName } from '@/lib/queries/vehicle-names'

/** A vehicle as far as its row shows it. */
export interface RowFacts {
  readonly vehicle: LiveVehicle
  readonly name: VehicleName
  /** The address or street near it. */
  readonly near: string | null
  readonly inStatus: TimeInStatus | null
}

interface Column {
  readonly label: string
  /** Null for a fact that is not known, which the row leaves out. */
  readonly text: (facts: RowFacts) => string | null
}

const table = {
  status: { label: 'Status', text: ({ vehicle }) => statusWords(vehicle.status) },
  status_time: { label: 'Time in status', text: ({ inStatus }) => inStatus && shortTimeInStatus(inStatus) },
  near: { label: 'Address', text: ({ near }) => near && nearWords(near) },
  seats: {
    label: 'Seats',
    text: ({ vehicle: { passengers_max } }) =>
      passengers_max === null ? null : seatsInWords(passengers_max),
  },
  load: {
    label: 'Load',
    text: ({ vehicle: { load_m3 } }) => (load_m3 === null ? null : `${formatNumber(load_m3)} m³`),
  },
  price: {
    label: 'Price per km, currency not reported',
    text: ({ vehicle: { price_per_km } }) =>
      price_per_km === null ? null : `${formatNumber(price_per_km)}/km`,
  },
  minute_price: {
    label: 'Price per minute, currency not reported',
    text: ({ vehicle: { price_per_minute } }) =>
      price_per_minute === null ? null : `${formatNumber(price_per_minute)}/min`,
  },
  year: {
    label: 'Year',
    text: ({ vehicle: { year } }) => (year === null ? null : formatYear(year)),
  },
  our_ref: { label: 'Own reference', text: ({ name }) => shortText(name.our_ref) },
  licence_plate: { label: 'Licence plate', text: ({ name }) => shortText(name.licence_plate) },
  functions: {
    label: 'Functions',
    text: ({ vehicle: { functions } }) => functions?.map((key) => keyWords(key, 40)).join(', ') || null,
  },
  id: { label: 'Id', text: ({ vehicle }) => shortText(vehicle.id) },
} as const satisfies Record<string, Column>

/** A fact on the second line of a row. */
export type ColumnName = keyof typeof table

export const columns: Readonly<Record<ColumnName, Column>> = table

export const COLUMN_NAMES = Object.keys(table) as readonly ColumnName[]

/** Unless chosen otherwise. */
export const DEFAULT_COLUMNS: readonly ColumnName[] = [
  'status',
  'status_time',
  'near',
  'seats',
  'load',
  'price',
  'year',
]

/** Reads the stored choice; the default when there is none. Unknown names, of another version, are left out. */
export function parseColumns(text: string | null): readonly ColumnName[] {
  if (text === null) return DEFAULT_COLUMNS
  const names = text.split(',')
  return [...new Set(names)].filter((name): name is ColumnName => Object.hasOwn(table, name))
}

/** Adds a column at the end of the chosen ones, or takes it out. */
export function toggled(chosen: readonly ColumnName[], name: ColumnName): readonly ColumnName[] {
  return chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
}

/** Moves a chosen column by one place: -1 to the front, 1 to the end. */
export function moved(chosen: readonly ColumnName[], name: ColumnName, by: -1 | 1): readonly ColumnName[] {
  const from = chosen.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= chosen.length) return chosen
  return chosen.toSpliced(from, 1).toSpliced(to, 0, name)
}

function shortText(text: string | null): string | null {
  return text && isVisible(text) ? safeText(text, 60) : null
}
