import type { Facts } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import type { Cell } from '@/lib/format/csv'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'

export type AttributeValue = string | number | readonly string[]

export type CsvColumn = readonly [header: string, cell: (facts: Facts) => Cell]

/** `lasting`: for a number of minutes or longer, counted from a time of the vehicle. */
type FilterKind = 'anyOf' | 'atLeast' | 'atMost' | 'lasting'

/** Columns of an area that sorting reads. */
export interface SortedArea {
  readonly table: LiveArea['table']
  readonly reportedAtMs: LiveArea['reportedAtMs']
  readonly fetchedAtMs: LiveArea['fetchedAtMs']
}

export interface Attribute {
  readonly label: string
  /** Of the search object. */
  readonly field: keyof VehicleSearchObject | null
  /**
   * Null where it is not reported: absent is not zero, so it passes no filter, meets
   * no need and is sorted last.
   */
  readonly read: (vehicle: LiveVehicle) => AttributeValue | null
  /** In a row and on the card, with its unit; null leaves it out. */
  readonly text: (facts: Facts) => string | null
  /** One value in words, as in a label and inside a sentence. */
  readonly words: (value: string | number) => string
  readonly phrase: (value: string | number) => string
  readonly unit: string | null
  /**
   * Headers of a CSV file with their cells: fields of the service by their own
   * names, a unit in the others.
   */
  readonly csv: readonly CsvColumn[]
  /**
   * Its place on the second line of a row: before the facts asked for, among the chosen, or last.
   */
  readonly column: 'first' | 'chosen' | 'last' | null
  readonly card: boolean
  readonly sort: SortWords | null
  /** The value of each slot to sort by; NaN for a missing one. */
  readonly order: (area: SortedArea) => (slot: number) => number
  readonly filter: FilterKind | null
  readonly need: boolean
}

/** The two orders of an attribute in words. */
interface SortWords {
  readonly ascending: string
  readonly descending: string
  /** The one that choosing the attribute begins with. */
  readonly first: 'ascending' | 'descending'
}

/** A row of the table of attributes; what is left out has the usual value. */
export type AttributeRow = Partial<Omit<Attribute, 'words' | 'phrase'>> & {
  readonly label: string
  readonly words?: (value: never) => string
  readonly phrase?: (value: never) => string
}

export function attribute(row: AttributeRow): Attribute {
  const { read = () => null, field = null } = row
  const words = (row.words ?? String) as Attribute['words']
  const phrase = (row.phrase ?? words) as Attribute['phrase']

  function text({ vehicle }: Facts): string | null {
    const value = read(vehicle)
    if (value === null) return null
    const inWords = typeof value === 'object' ? value.map(words).join(', ') : words(value)
    return inWords || null
  }

  function order({ table }: SortedArea) {
    const { records } = table
    return (slot: number) => {
      const value = records[slot] && read(records[slot])
      return typeof value === 'number' ? value : Number.NaN
    }
  }

  const csv: CsvColumn[] = []
  if (field !== null) csv.push([field, ({ vehicle }) => cellOf(vehicle, field, read)])

  return {
    text,
    order,
    unit: null,
    column: null,
    card: false,
    sort: null,
    filter: null,
    need: false,
    csv,
    ...row,
    field,
    read,
    words,
    phrase,
  }
}

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
