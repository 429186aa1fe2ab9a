import type { Facts } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import { isVisible } from '@/lib/api/queries/names'
import type { Cell } from '@/lib/format/csv'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { formatNumber, formatYear } from '@/lib/format/number'
import { statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { isolated, nearWords, safeText } from '@/lib/format/text'
import { ageInWords } from '@/lib/format/time/age'
import {
  shortTimeInStatus,
  timeInStatus,
  timeInStatusWords,
} from '@/lib/format/time/time-in-status'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { SentForm } from '@/lib/interface/sent-forms'
import { normaliseStatus } from '@/lib/interface/statuses'
import type { LiveArea } from '@/lib/live/client/live-area'

type Value = string | number | readonly string[]
type FilterKind = 'anyOf' | 'atLeast' | 'atMost'
type Timed = Pick<LiveArea, 'table' | 'reportedAtMs' | 'fetchedAtMs'>

interface Attribute {
  readonly label: string
  /** Of the search object. */
  readonly field: keyof VehicleSearchObject | null
  /**
   * Null where it is not reported: absent is not zero, so it passes no filter, meets
   * no need and is sorted last.
   */
  readonly read: (vehicle: LiveVehicle) => Value | null
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
  readonly csv: readonly (readonly [header: string, cell: (facts: Facts) => Cell])[]
  /**
   * Its place on the second line of a row: before the facts asked for, among the chosen, or last.
   */
  readonly column: 'first' | 'chosen' | 'last' | null
  readonly card: boolean
  /** Its two orders in words. The last says that the descending one comes first. */
  readonly sort: readonly [ascending: string, descending: string, first?: 'descending'] | null
  /** The value of each slot to sort by; NaN for a missing one. */
  readonly order: (area: Timed) => (slot: number) => number
  readonly filter: FilterKind | null
  readonly need: boolean
}

type Given = Partial<Omit<Attribute, 'words' | 'phrase'>> & {
  readonly label: string
  readonly words?: (value: never) => string
  readonly phrase?: (value: never) => string
}

function attribute({ read = () => null, field = null, csv, ...given }: Given): Attribute {
  const words = (given.words ?? String) as Attribute['words']
  return {
    text({ vehicle }) {
      const value = read(vehicle)
      if (value === null || typeof value === 'object') return value?.map(words).join(', ') || null
      return words(value) || null
    },
    order:
      ({ table: { records } }) =>
      (slot) => {
        const value = records[slot] && read(records[slot])
        return typeof value === 'number' ? value : Number.NaN
      },
    ...{ unit: null, column: null, card: false, sort: null, filter: null, need: false },
    ...given,
    ...{ read, words, phrase: (given.phrase ?? words) as Attribute['words'] },
    field,
    csv: csv ?? (field === null ? [] : [[field, ({ vehicle }) => cellOf(vehicle, field, read)]]),
  }
}

/**
 * Everything that is known of a vehicle, in the order of a file's columns. Lists, filters,
 * files and links follow it.
 */
const table = {
  id: { label: 'Id', read: ({ id }) => id, words: short, field: 'id', column: 'chosen' },
  our_ref: {
    label: 'Own reference',
    text: ({ name }) => visible(name.our_ref),
    csv: [['our_ref', ({ name }) => name.our_ref]],
    column: 'chosen',
  },
  licence_plate: {
    label: 'Licence plate',
    text: ({ name }) => visible(name.licence_plate),
    csv: [['licence_plate', ({ name }) => name.licence_plate]],
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
    read: ({ status }) => status,
    text: ({ vehicle }) => statusWords(vehicle.status),
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
    sort: ['Shortest in status first', 'Longest in status first', 'descending'],
    order:
      ({ table: { records }, fetchedAtMs }) =>
      (slot) =>
        timeInStatus(records[slot]?.statusSince, fetchedAtMs)?.ms ?? Number.NaN,
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
    sort: ['Nearest first', 'Farthest first'],
  },
  near: { label: 'Address', text: ({ near }) => near && nearWords(near), column: 'last' },
  changed: {
    label: 'Last change',
    csv: [
      ['seen', ({ seenAtMs }) => isoTime(seenAtMs)],
      ['unconfirmed_since', ({ vehicle }) => isoTime(vehicle.unconfirmedSinceMs)],
      ...sinceCells('changed_since', ({ changedSince }) => changedSince),
    ],
    sort: ['Latest change first', 'Longest unchanged first'],
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
    sort: ['Latest report first', 'Oldest report first'],
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
    sort: ['Fewest seats first', 'Most seats first'],
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
    sort: ['Smallest load first', 'Largest load first'],
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
    sort: [
      'Lowest price number first; currency not reported',
      'Highest price number first; currency not reported',
    ],
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
    sort: ['Oldest year first', 'Newest year first'],
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
  forms: { label: 'Sent in another form', csv: [['sent_as', ({ vehicle }) => formsCell(vehicle)]] },
} as const satisfies Readonly<Record<string, Given>>

type Table = typeof table
type AttributeName = keyof Table
type NamesWith<K extends keyof Attribute> = {
  [N in AttributeName]: Table[N] extends { readonly [key in K]: Attribute[K] } ? N : never
}[AttributeName]
type IsAnyOf<N extends AttributeName> = Table[N] extends { readonly filter: 'anyOf' } ? true : false

export const attributes = Object.fromEntries(
  Object.entries(table).map(([name, given]) => [name, attribute(given)]),
) as Readonly<Record<AttributeName, Attribute>>

const namesWith = <N extends AttributeName>(key: keyof Attribute) =>
  (Object.keys(table) as AttributeName[]).filter((name) => attributes[name][key]) as N[]

export type ColumnName = NamesWith<'column'>
export type SortName = NamesWith<'sort'>
export type FilterName = NamesWith<'filter'>
export type NeedName = NamesWith<'need'>
export type FilterValue<N extends FilterName> =
  IsAnyOf<N> extends true ? readonly string[] : number | null
export type NeedValue<N extends NeedName> = IsAnyOf<N> extends true ? string | null : number | null

const PLACES: readonly Attribute['column'][] = ['first', 'chosen', 'last']
const placeOf = (name: ColumnName) => PLACES.indexOf(attributes[name].column)
export const COLUMN_NAMES = namesWith<ColumnName>('column').sort((a, b) => placeOf(a) - placeOf(b))
export const FILTER_NAMES = namesWith<FilterName>('filter')
export const NEED_NAMES = namesWith<NeedName>('need')
export const CARD_NAMES = namesWith<AttributeName>('card')
/** The default first. */
export const SORT_NAMES = [...new Set<SortName>(['distance', ...namesWith<SortName>('sort')])]

export type Needs = { readonly [N in NeedName]: NeedValue<N> }

export interface Sort {
  readonly by: SortName
  readonly descending: boolean
}

export const NEAREST_FIRST: Sort = { by: 'distance', descending: false }

/** "Nearest first". */
export function sortInWords({ by, descending }: Sort): string {
  return attributes[by].sort?.[descending ? 1 : 0] ?? ''
}

/** The order that choosing a name begins with. */
export function firstSort(by: SortName): Sort {
  return { by, descending: attributes[by].sort?.[2] === 'descending' }
}

/** A wish about a value; null or an empty list asks nothing. */
export type Wanted = readonly string[] | string | number | null

/** A test of a wish; null where nothing is asked. '' asks for vehicles without a value. */
export function testOf(
  name: FilterName,
  wanted: Wanted,
): ((vehicle: LiveVehicle) => boolean) | null {
  const { read, filter } = attributes[name]
  if (wanted === null || (typeof wanted === 'object' && wanted.length === 0)) return null
  if (filter === 'anyOf') {
    const keyOf = name === 'status' ? normaliseStatus : String
    const any = new Set(
      (typeof wanted === 'object' ? wanted : [wanted]).map((one) => keyOf(String(one))),
    )
    return (vehicle) => {
      const value = read(vehicle)
      return value !== null && typeof value === 'object'
        ? value.some((one) => any.has(one))
        : any.has(keyOf(String(value ?? '')))
    }
  }
  const [limit, isLeast] = [Number(wanted), filter === 'atLeast']
  return (vehicle) => {
    const value = read(vehicle)
    return value !== null && (isLeast ? (value as number) >= limit : (value as number) <= limit)
  }
}

export type AskedFacts = ReadonlyMap<ColumnName, Wanted>

/**
 * Facts that rows show whole: those of filters, needs and the order.
 * @param sort null where none is chosen
 */
export function askedFacts(
  wishes: { readonly [N in FilterName]?: Wanted },
  sort: SortName | null = null,
): AskedFacts {
  const asked = new Map<ColumnName, Wanted>()
  for (const name of COLUMN_NAMES) {
    if (attributes[name].column !== 'chosen') continue
    const wanted = (wishes as { readonly [name: string]: Wanted | undefined })[name] ?? null
    const isFiltered =
      attributes[name].filter !== null && testOf(name as FilterName, wanted) !== null
    if (isFiltered || name === sort) asked.set(name, wanted)
  }
  return asked
}

/** "seats unreadable": the service sent a value of another type; null for any other vehicle. */
function unreadableText(name: AttributeName, vehicle: LiveVehicle): string | null {
  const { field, label } = attributes[name]
  if (field === null || !vehicle.unreadable?.includes(field)) return null
  return `${label.toLowerCase().replace(' as a number', '')} unreadable`
}

/** Of a value that came in another form than specified. */
export function formOf(name: AttributeName, { forms }: LiveVehicle): SentForm | undefined {
  const { field } = attributes[name]
  return field === null ? undefined : forms?.[field]
}

/** "480 m NE", "position unreadable"; null for a vehicle that reports no position. */
export function placeText({ vehicle, place }: Facts): string | null {
  return place ?? unreadableText('position', vehicle)
}

/** A fact in words; of several values only those that are asked for. */
export function factText(name: AttributeName, facts: Facts, wanted: Wanted = null): string | null {
  const { read, text, words } = attributes[name]
  const unreadable = unreadableText(name, facts.vehicle)
  if (unreadable !== null) return unreadable
  const value = read(facts.vehicle)
  const asked = typeof wanted === 'object' ? wanted : [wanted]
  if (value === null || typeof value !== 'object' || !asked?.length) return text(facts)
  return (
    value
      .filter((one) => asked.includes(one))
      .map(words)
      .join(', ') || text(facts)
  )
}

/** Why a vehicle does not meet a need: "2 seats, 5 needed". */
export function reasonOf(name: NeedName, vehicle: LiveVehicle, wanted: string | number): string {
  const { label, read, words, phrase, filter } = attributes[name]
  const value = read(vehicle)
  if (value === null) return unreadableText(name, vehicle) ?? `${label.toLowerCase()} not reported`
  if (typeof value === 'object') return `no ${label.toLowerCase()} ${safeText(String(wanted), 40)}`
  if (filter === 'anyOf') return `${label.toLowerCase()} ${phrase(value)}, ${phrase(wanted)} needed`
  return `${words(value as number)}, ${formatNumber(Number(wanted))} needed`
}

/**
 * "KB-17, Toyota Prius, taxi, 480 m NE, near Av. Italia 2345, available for 14 min, 4
 * seats, 12s ago, not confirmed"
 */
export function describeVehicle(facts: Facts): string {
  const { vehicle, age, inStatus, title, near, unconfirmedMs } = facts
  const { make, type, passengers_max } = vehicle
  return [
    // Something to tell it by.
    title || !make ? isolated(safeText(title || vehicle.id, 40)) : null,
    make && isolated(safeText(make, 40)),
    type && isolated(keyPhrase(type, 40)),
    placeText(facts) ?? 'no position',
    near && nearWords(near),
    [statusInSentence(vehicle), inStatus && timeInStatusWords(inStatus)].filter(Boolean).join(' '),
    passengers_max === null ? null : attributes.seats.words(passengers_max),
    ageInWords(age),
    unconfirmedMs === null ? null : 'not confirmed',
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

/** A status inside a sentence: "out of service", "no status", "status unreadable". */
export function statusInSentence(vehicle: LiveVehicle): string {
  return unreadableText('status', vehicle) ?? statusPhrase(vehicle.status)
}

function cellOf(
  vehicle: LiveVehicle,
  field: keyof VehicleSearchObject,
  read: (vehicle: LiveVehicle) => Value | null,
): Cell {
  if (vehicle.unreadable?.includes(field)) return 'unreadable'
  const value = read(vehicle)
  if (value === null || typeof value !== 'object') return value
  // Members of another type are in `unreadable` as `functions.1`.
  const isOnlyPart = vehicle.unreadable?.some((path) => path.startsWith(`${field}.`))
  return (isOnlyPart ? [...value, 'unreadable'] : value).join(' ')
}

/** "position: text, passengers_max: text" */
function formsCell({ forms }: LiveVehicle): Cell {
  const parts = Object.entries(forms ?? {}).map(([field, form]) => `${field}: ${form}`)
  return parts.length > 0 ? parts.join(', ') : null
}

function sinceCells(
  header: string,
  read: (vehicle: LiveVehicle) => StatusSince | null | undefined,
): Attribute['csv'] {
  return [
    [header, ({ vehicle }) => isoTime(read(vehicle)?.atMs)],
    [`${header}_is_at_least`, ({ vehicle }) => isLeast(read(vehicle))],
  ]
}

const isoTime = (ms: number | null | undefined): Cell =>
  typeof ms === 'number' ? new Date(ms).toISOString() : null
const isLeast = (since: StatusSince | null | undefined): Cell =>
  since ? String(!since.isBeginning) : null

function short(text: string): string {
  return isVisible(text) ? safeText(text, 60) : ''
}

function visible(text: string | null): string | null {
  return (text && short(text)) || null
}
