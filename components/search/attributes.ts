import {
  type Attribute,
  type AttributeRow,
  attribute,
  cellOf,
  formsCell,
  isoTime,
  sinceCells,
} from '@/components/search/attribute'
import type { Facts } from '@/components/search/list/shown-vehicles'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { formatNumber, formatYear } from '@/lib/format/number'
import { statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { isolated, nearWords, safeText } from '@/lib/format/text'
import {
  shortTimeInStatus,
  type TimeInStatus,
  timeInStatus,
} from '@/lib/format/time/time-in-status'
import { reportedStatus } from '@/lib/interface/statuses'
import { isVisible } from '@/lib/interface/vehicle-name'

export type AttributeName =
  | 'id'
  | 'our_ref'
  | 'licence_plate'
  | 'make'
  | 'types'
  | 'status'
  | 'status_time'
  | 'standstill'
  | 'position'
  | 'distance'
  | 'near'
  | 'changed'
  | 'age'
  | 'seats'
  | 'load'
  | 'price'
  | 'minute_price'
  | 'year'
  | 'function'
  | 'forms'

export type ColumnName =
  | 'id'
  | 'our_ref'
  | 'licence_plate'
  | 'types'
  | 'status'
  | 'status_time'
  | 'standstill'
  | 'near'
  | 'seats'
  | 'load'
  | 'price'
  | 'minute_price'
  | 'year'
  | 'function'

export type SortName =
  | 'status_time'
  | 'standstill'
  | 'distance'
  | 'changed'
  | 'age'
  | 'seats'
  | 'load'
  | 'price'
  | 'year'

/** Filters by any of some words; an empty list filters nothing. */
interface WordFilters {
  readonly types: readonly string[]
  readonly status: readonly string[]
  readonly function: readonly string[]
}

/** Values of the list's filters; null filters nothing. */
export interface FilterValues extends WordFilters {
  readonly seats: number | null
  readonly load: number | null
  readonly price: number | null
  /** Minutes. */
  readonly standstill: number | null
}

export const NO_FILTER_VALUES: FilterValues = {
  types: [],
  status: [],
  seats: null,
  load: null,
  price: null,
  standstill: null,
  function: [],
}

export type FilterName = keyof FilterValues

/** Needs of a pick-up; null needs nothing. */
export interface Needs {
  readonly types: string | null
  readonly seats: number | null
  readonly load: number | null
  readonly function: string | null
}

export type NeedName = keyof Needs

/**
 * Everything that is known of a vehicle, in the order of a file's columns. Lists, filters,
 * files and links follow it.
 */
const rows: Readonly<Record<AttributeName, AttributeRow>> = {
  id: { label: 'Id', read: ({ id }) => id, words: short, field: 'id', column: 'chosen' },
  our_ref: {
    label: 'Own reference',
    text: (facts) => nameText(facts, 'our_ref'),
    csv: [['our_ref', (facts) => nameCell(facts, 'our_ref')]],
    column: 'chosen',
  },
  licence_plate: {
    label: 'Licence plate',
    text: (facts) => nameText(facts, 'licence_plate'),
    csv: [['licence_plate', (facts) => nameCell(facts, 'licence_plate')]],
    column: 'chosen',
    card: true,
  },
  make: { label: 'Make', read: ({ make }) => make, words: short, field: 'make' },
  types: {
    label: 'Type',
    read: ({ type }) => type,
    words: (type: string) => keyWords(type, 40) || 'Not reported',
    phrase: (type: string) => (type ? isolated(keyPhrase(type, 40)) : 'type not reported'),
    field: 'type',
    column: 'chosen',
    card: true,
    filter: 'anyOf',
    need: true,
  },
  status: {
    label: 'Status',
    read: reportedStatus,
    text: ({ vehicle }) => statusWords(reportedStatus(vehicle)),
    words: (status: string) => statusWords(status || null),
    phrase: (status: string) => statusPhrase(status || null),
    field: 'status',
    column: 'first',
    filter: 'anyOf',
  },
  status_time: {
    label: 'Time in status',
    text: ({ inStatus }) => inStatus && shortTimeInStatus(inStatus),
    csv: sinceCells('status_since', ({ statusSince }) => statusSince),
    column: 'first',
    sort: {
      ascending: 'Shortest in status first',
      descending: 'Longest in status first',
      first: 'descending',
    },
    order:
      ({ table: { records }, fetchedAtMs }) =>
      (slot) =>
        timeInStatus(records[slot]?.statusSince, fetchedAtMs)?.ms ?? Number.NaN,
  },
  standstill: {
    label: 'Standstill',
    read: ({ standsSince }) => standsSince?.atMs ?? null,
    text: ({ standing }) => standing && standingText(standing),
    words: (minutes: number) => `${formatNumber(minutes)} min standing still`,
    unit: 'min',
    csv: sinceCells('stands_since', ({ standsSince }) => standsSince),
    column: 'chosen',
    card: true,
    sort: {
      ascending: 'Shortest standstill first',
      descending: 'Longest standstill first',
      first: 'descending',
    },
    order:
      ({ table: { records }, fetchedAtMs }) =>
      (slot) =>
        fetchedAtMs - (records[slot]?.standsSince?.atMs ?? Number.NaN),
    filter: 'lasting',
  },
  position: {
    label: 'Position',
    field: 'position',
    csv: [
      ['lat', ({ vehicle }) => cellOf(vehicle, 'position', () => vehicle.position?.lat ?? null)],
      ['lng', ({ vehicle }) => cellOf(vehicle, 'position', () => vehicle.position?.lng ?? null)],
    ],
  },
  distance: {
    label: 'Distance',
    csv: [['distance_metres', ({ metres }) => metres && Math.round(metres)]],
    sort: { ascending: 'Nearest first', descending: 'Farthest first', first: 'ascending' },
  },
  near: { label: 'Address', text: ({ near }) => near && nearWords(near), column: 'last' },
  changed: {
    label: 'Last change',
    csv: [
      ['seen', ({ seenAtMs }) => isoTime(seenAtMs)],
      ['unconfirmed_since', ({ vehicle }) => isoTime(vehicle.unconfirmedSinceMs)],
      ...sinceCells('changed_since', ({ changedSince }) => changedSince),
    ],
    sort: {
      ascending: 'Latest change first',
      descending: 'Longest unchanged first',
      first: 'ascending',
    },
    order:
      ({ table: { records }, fetchedAtMs }) =>
      (slot) =>
        fetchedAtMs - (records[slot]?.changedSince?.atMs ?? Number.NaN),
  },
  age: {
    label: 'Report age',
    csv: [
      ['mtime', ({ vehicle }) => cellOf(vehicle, 'mtime', () => vehicle.mtime)],
      ['age_seconds', ({ age }) => (age.from === 'report' ? Math.floor(age.ageMs / 1000) : null)],
      ['clock_ahead', ({ age }) => (age.isClockAhead ? 'true' : null)],
    ],
    sort: {
      ascending: 'Latest report first',
      descending: 'Oldest report first',
      first: 'ascending',
    },
    // A report from the future has age 0, like the age shown.
    order:
      ({ reportedAtMs, fetchedAtMs }) =>
      (slot) =>
        Math.max(0, fetchedAtMs - (reportedAtMs[slot] as number)),
  },
  seats: {
    label: 'Seats',
    read: ({ passengers_max }) => passengers_max,
    words: (seats: number) => (seats === 1 ? '1 seat' : `${formatNumber(seats)} seats`),
    field: 'passengers_max',
    column: 'chosen',
    card: true,
    sort: { ascending: 'Fewest seats first', descending: 'Most seats first', first: 'ascending' },
    filter: 'atLeast',
    need: true,
  },
  load: {
    label: 'Load',
    read: ({ load_m3 }) => load_m3,
    words: (m3: number) => `${formatNumber(m3)} m³`,
    unit: 'm³',
    field: 'load_m3',
    column: 'chosen',
    card: true,
    sort: {
      ascending: 'Smallest load first',
      descending: 'Largest load first',
      first: 'ascending',
    },
    filter: 'atLeast',
    need: true,
  },
  // Search objects have no currency (§2.2): vehicles may be priced in several.
  price: {
    label: 'Price/km as a number',
    read: ({ price_per_km }) => price_per_km,
    words: (price: number) => `${formatNumber(price)} / km`,
    phrase: (price: number) => `${formatNumber(price)} / km, currency not reported`,
    field: 'price_per_km',
    column: 'chosen',
    card: true,
    sort: {
      ascending: 'Lowest price number first; currency not reported',
      descending: 'Highest price number first; currency not reported',
      first: 'ascending',
    },
    filter: 'atMost',
  },
  minute_price: {
    label: 'Price/min as a number',
    read: ({ price_per_minute }) => price_per_minute,
    words: (price: number) => `${formatNumber(price)} / min`,
    field: 'price_per_minute',
    column: 'chosen',
    card: true,
  },
  year: {
    label: 'Year',
    read: ({ year }) => year,
    words: formatYear,
    field: 'year',
    column: 'chosen',
    card: true,
    sort: { ascending: 'Oldest year first', descending: 'Newest year first', first: 'ascending' },
  },
  function: {
    label: 'Function',
    read: ({ functions }) => functions,
    words: (key: string) => keyWords(key, 40) || 'Not reported',
    phrase: (key: string) => (key ? isolated(keyPhrase(key, 40)) : 'not reported'),
    field: 'functions',
    column: 'chosen',
    filter: 'anyOf',
    need: true,
  },
  forms: {
    label: 'Sent in an unusual format',
    csv: [['sent_as', ({ vehicle }) => formsCell(vehicle)]],
  },
}

const ATTRIBUTE_NAMES = Object.keys(rows) as AttributeName[]

export const attributes = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, attribute(rows[name])]),
) as Readonly<Record<AttributeName, Attribute>>

/** On the second line of a row, in their order. */
export const COLUMN_NAMES: readonly ColumnName[] = [
  'status',
  'status_time',
  'id',
  'our_ref',
  'licence_plate',
  'types',
  'seats',
  'load',
  'standstill',
  'price',
  'minute_price',
  'year',
  'function',
  'near',
]

/** The default first. */
export const SORT_NAMES: readonly SortName[] = [
  'distance',
  'status_time',
  'standstill',
  'changed',
  'age',
  'seats',
  'load',
  'price',
  'year',
]

export const FILTER_NAMES: readonly FilterName[] = [
  'types',
  'status',
  'seats',
  'load',
  'price',
  'standstill',
  'function',
]

export const NEED_NAMES: readonly NeedName[] = ['types', 'seats', 'load', 'function']

export function offersWords(name: FilterName): name is keyof WordFilters {
  return attributes[name].filter === 'anyOf'
}

export const CARD_NAMES = ATTRIBUTE_NAMES.filter((name) => attributes[name].card)

/** "stands 14 min", "stands ≥ 14 min". */
function standingText(standing: TimeInStatus): string | null {
  const duration = shortTimeInStatus(standing)
  return duration === null ? null : `stands ${duration}`
}

function short(text: string): string {
  return isVisible(text) ? safeText(text, 60) : ''
}

type NameField = 'our_ref' | 'licence_plate'

/** A name of the record, which a search object does not have. */
function nameText({ name, vehicle }: Facts, field: NameField): string | null {
  const text = name[field]
  if (text) return short(text) || null
  const isUnreadable = vehicle.directory?.unreadable?.includes(field)
  return isUnreadable ? `${rows[field].label.toLowerCase()} unreadable` : null
}

function nameCell({ name, vehicle }: Facts, field: NameField): string | null {
  const isUnreadable = !name[field] && vehicle.directory?.unreadable?.includes(field)
  return isUnreadable ? 'unreadable' : name[field]
}
