import type { Sort } from '@/components/ui/data-table'
import { keyWords } from '@/lib/format/key-words'
import { safeText } from '@/lib/format/text'
import { severities } from '@/lib/inspect/finding'
import { isSameStatus, mergeSpellings, reportedStatus } from '@/lib/interface/statuses'
import { reportedValue, UNREADABLE } from '@/lib/interface/unreadable'
import type { ListedRecord } from './listed-record'

/** Stands for every `when` that is a time: those are filtered by day. */
export const AT_A_TIME = '*time'
/** Any error message or finding, and the lack of a value; UNREADABLE stands beside them. */
export const ANY = '*any'
export const NONE = '*none'

// Longer messages are cut before they are counted.
const LONGEST_ERROR = 500

/** @param longest number of characters; by default as long as a tooltip shows */
export function errorWords(error: string, longest?: number): string {
  return error === UNREADABLE ? 'Error unreadable' : safeText(error, longest)
}

interface Choice {
  readonly label: string
  /** Values of a record that it can be found by; null and '' for none. */
  readonly of: (record: ListedRecord) => readonly (string | null)[]
  readonly words: (value: string) => string
}

function isStandIn(value: string): boolean {
  return value === NONE || value === UNREADABLE
}

function valueWords(value: string): string {
  if (value === NONE) return 'Not reported'
  return value === UNREADABLE ? 'Unreadable' : safeText(value, 40)
}

export const choices = {
  status: {
    label: 'Status',
    of: ({ inspected: { record, unreadable } }) => [
      reportedStatus({ status: record.status, unreadable }),
    ],
    words: (value) => (isStandIn(value) ? valueWords(value) : keyWords(value, 40)),
  },
  error: {
    label: 'Error',
    of({ inspected: { record, unreadable } }) {
      const error = reportedValue(record.error, 'error', unreadable)
      return error ? [ANY, error.slice(0, LONGEST_ERROR)] : []
    },
    words(value) {
      if (value === ANY) return 'Any error'
      if (value === NONE) return 'No error'
      return errorWords(value, 60)
    },
  },
  when: {
    label: 'Pick-up',
    of: ({ inspected: { record, unreadable }, whenMs }) => [
      whenMs === null ? reportedValue(record.when, 'when', unreadable) : AT_A_TIME,
    ],
    words: (value) => (value === AT_A_TIME ? 'At a set time' : valueWords(value)),
  },
  currency: {
    label: 'Currency',
    of: ({ inspected: { record, unreadable } }) => [
      reportedValue(record.totals?.currency ?? null, 'totals.currency', unreadable),
    ],
    words: valueWords,
  },
  findings: {
    label: 'Findings',
    of: ({ findings }) => {
      const found = severities.filter((severity) => findings[severity] > 0)
      return found.length === 0 ? [] : [ANY, ...found]
    },
    words(value) {
      if (value === NONE) return 'Without findings'
      if (value === ANY) return 'With findings'
      return `With ${value}s`
    },
  },
} as const satisfies Record<string, Choice>

type ChoiceName = keyof typeof choices
export const choiceNames = Object.keys(choices) as ChoiceName[]

/** Filters by a time, in milliseconds since the epoch. */
export const days = {
  when: { label: 'Pick-up', of: ({ whenMs }: ListedRecord) => whenMs },
  created: { label: 'Created', of: ({ createdMs }: ListedRecord) => createdMs },
} as const

type DayName = `${keyof typeof days}${'From' | 'To'}`
export const dayNames: readonly DayName[] = ['whenFrom', 'whenTo', 'createdFrom', 'createdTo']

type Edge = 'from' | 'to'
export const edgeOf = (name: DayName): Edge => (name.endsWith('To') ? 'to' : 'from')

/** Values as of `choices`, and inclusive days as `2026-11-21` or times in UTC; '' for no filter. */
export type AddressFilters = Readonly<Record<ChoiceName | DayName, string>>

export interface Filters extends AddressFilters {
  /** Words of any text of a record. */
  readonly text: string
}

export const NO_ADDRESS_FILTERS = Object.fromEntries(
  [...choiceNames, ...dayNames].map((name) => [name, '']),
) as AddressFilters

export const NO_FILTERS: Filters = { ...NO_ADDRESS_FILTERS, text: '' }

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** Arrived bookings first, the newest at the top; then opened records in their order. */
const NEWEST_FIRST: Sort = { by: 'received', descending: true }
const AS_OPENED: Sort = { by: 'opened', descending: false }

/** Opened records are listed as they came, arrived ones with the newest first. */
export function usualSort(records: readonly ListedRecord[]): Sort {
  const isAnyOpened = records.some(({ arrival }) => !arrival)
  return isAnyOpened ? AS_OPENED : NEWEST_FIRST
}

/**
 * @param msOf a bound as an epoch in the chosen zone; null for a text that is none, and is no bound
 */
export function filterRecords(
  records: readonly ListedRecord[],
  filters: Filters,
  msOf: (bound: string, edge: Edge) => number | null,
): readonly ListedRecord[] {
  if (!isFiltered(filters)) return records
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = choiceNames.filter((name) => filters[name] !== '')
  const spans = Object.entries(days).map(([name, { of }]) => ({
    of,
    from: msOf(filters[`${name}From` as DayName], 'from'),
    to: msOf(filters[`${name}To` as DayName], 'to'),
  }))
  const bounded = spans.filter(({ from, to }) => from !== null || to !== null)
  return records.filter((record) => {
    const hasWords = words.every((word) => record.searchText.includes(word))
    if (!hasWords) return false
    const hasValues = wanted.every((name) => {
      const values = valuesOf(record, name)
      return values.some((value) => isSameChoice(name, value, filters[name]))
    })
    return hasValues && bounded.every((span) => isWithin(record, span))
  })
}

interface Span {
  readonly of: (record: ListedRecord) => number | null
  /** Milliseconds since the epoch; null for no bound. */
  readonly from: number | null
  readonly to: number | null
}

/** A record without a time matches no bound. */
function isWithin(record: ListedRecord, { of, from, to }: Span): boolean {
  const ms = of(record)
  if (ms === null) return false
  return ms >= (from ?? ms) && ms <= (to ?? ms)
}

function valuesOf(record: ListedRecord, name: ChoiceName): readonly string[] {
  const values = choices[name].of(record)
  const filled = values.filter((value) => value !== null && value !== '')
  return filled.length === 0 ? [NONE] : (filled as string[])
}

/** Whether two values of a filter are one: spellings of a status are. */
function isSameChoice(name: ChoiceName, a: string, b: string): boolean {
  return name === 'status' ? isSameStatus(a, b) : a === b
}

/** The value that a filter offers for one that an address holds, in another spelling perhaps. */
export function offeredChoice(
  name: ChoiceName,
  value: string,
  counts: readonly ChoiceCount[],
): string {
  const offered = counts.find(([one]) => isSameChoice(name, one, value))
  return offered ? offered[0] : value
}

export type ChoiceCount = readonly [value: string, count: number]

/** Values that occur in the records by filter, with their counts: any, then the most frequent. */
export function countChoices(
  records: readonly ListedRecord[],
  name: ChoiceName,
): readonly ChoiceCount[] {
  const counts = new Map<string, number>()
  for (const record of records) {
    for (const value of valuesOf(record, name)) {
      const count = counts.get(value) ?? 0
      counts.set(value, count + 1)
    }
  }
  const merged = name === 'status' ? mergeSpellings(counts) : counts
  const isAny = ([value]: ChoiceCount) => Number(value === ANY)
  return [...merged].sort((a, b) => isAny(b) - isAny(a) || b[1] - a[1])
}

/** Rows that keep their places while others arrive, until the list has another order. */
export interface HeldRows {
  readonly indices: readonly number[]
  /** Key of the filters and the sorting. */
  readonly order: string
}

interface HeldOrder {
  readonly rows: readonly ListedRecord[]
  /** Number of rows that are not shown yet. */
  readonly waiting: number
}

/** @returns null where the list has another order than when its rows were held */
export function heldIndices(held: HeldRows | null, order: string): readonly number[] | null {
  return held?.order === order ? held.indices : null
}

/**
 * Rows that stay where they are while others arrive.
 * @param held indices of the rows; null for all of `sorted`
 */
export function holdOrder(
  records: readonly ListedRecord[],
  sorted: readonly ListedRecord[],
  held: readonly number[] | null,
): HeldOrder {
  if (held === null) return { rows: sorted, waiting: 0 }
  const byIndex = new Map(records.map((record) => [record.index, record]))
  const shown = new Set(held)
  return {
    rows: held.flatMap((index) => byIndex.get(index) ?? []),
    waiting: sorted.filter(({ index }) => !shown.has(index)).length,
  }
}
