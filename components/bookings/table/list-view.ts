import { type Severity, type SeverityCounts, severities } from '@/lib/inspect/finding'
import type { Sort } from './list-sort'
import type { ListedRecord } from './listed-record'

export interface Filters {
  readonly text: string
  /** As received; null for any, '' for records without one. */
  readonly status: string | null
  /** As `status`; all times of `when` are `AT_A_TIME`. */
  readonly when: string | null
  readonly currency: string | null
  /** An error message, or `ANY_ERROR`; '' for records without one. */
  readonly error: string | null
  /** Days as `2026-11-21` in the chosen zone, inclusive; '' for no bound. */
  readonly createdFrom: string
  readonly createdTo: string
  readonly whenFrom: string
  readonly whenTo: string
  /** Records with a finding of that severity, with any, or with none. */
  readonly findings: FindingsFilter | null
}

/** Stands for every `when` that is a time: those are filtered by day. */
export const AT_A_TIME = '*time'

/** Stands for every error message. */
export const ANY_ERROR = '*any'

export type FindingsFilter = Severity | 'any' | 'none'

export const NO_FILTERS: Filters = {
  text: '',
  status: null,
  when: null,
  currency: null,
  error: null,
  createdFrom: '',
  createdTo: '',
  whenFrom: '',
  whenTo: '',
  findings: null,
}

export interface ListView {
  readonly filters: Filters
  readonly sort: Sort
}

/** Arrived bookings first, the newest at the top; then opened records in their order. */
export const NEWEST_FIRST: ListView = { filters: NO_FILTERS, sort: { by: 'received', descending: true } }

export const AS_OPENED: Sort = { by: 'opened', descending: false }

/** @param dayOf the day of an epoch in the chosen zone, as `2026-11-21` */
export function filterRecords(
  records: readonly ListedRecord[],
  filters: Filters,
  dayOf: (epochMs: number) => string,
): readonly ListedRecord[] {
  if (filters === NO_FILTERS) return records
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean)
  const isWithin = (ms: number | null, from: string, to: string) => {
    if (from === '' && to === '') return true
    // A record without a time matches no bound.
    if (ms === null) return false
    const day = dayOf(ms)
    return (from === '' || day >= from) && (to === '' || day <= to)
  }
  return records.filter((opened) => {
    const { searchText, createdMs, whenMs, findings } = opened
    if (!words.every((word) => searchText.includes(word))) return false
    for (const field of ['status', 'when', 'currency', 'error'] as const) {
      const [wanted, value] = [filters[field], filterValues[field](opened)]
      if (wanted === ANY_ERROR ? value === '' : wanted !== null && value !== wanted) return false
    }
    if (filters.findings !== null && !hasFindings(findings, filters.findings)) return false
    return (
      isWithin(createdMs, filters.createdFrom, filters.createdTo) &&
      isWithin(whenMs, filters.whenFrom, filters.whenTo)
    )
  })
}

/** Values of a field with their counts, most frequent first. */
export function valuesIn(
  records: readonly ListedRecord[],
  field: keyof typeof filterValues,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const record of records) {
    const value = filterValues[field](record)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Filters by findings with the number of records that match, without filters that match none. */
export function findingsIn(records: readonly ListedRecord[]): readonly (readonly [FindingsFilter, number])[] {
  return (['any', ...severities, 'none'] as const)
    .map(
      (filter) => [filter, records.filter(({ findings }) => hasFindings(findings, filter)).length] as const,
    )
    .filter(([, count]) => count > 0)
}

function hasFindings(findings: SeverityCounts, filter: FindingsFilter): boolean {
  if (filter !== 'any' && filter !== 'none') return findings[filter] > 0
  return severities.some((severity) => findings[severity] > 0) === (filter === 'any')
}

/** Value of a record in each filter of values; '' without one. */
const filterValues = {
  status: ({ inspected }: ListedRecord) => inspected.record.status ?? '',
  when: ({ inspected, whenMs }: ListedRecord) =>
    whenMs === null ? (inspected.record.when ?? '') : AT_A_TIME,
  currency: ({ inspected }: ListedRecord) => inspected.record.totals?.currency ?? '',
  error: ({ inspected }: ListedRecord) => inspected.record.error?.slice(0, LONGEST_ERROR) ?? '',
}

// Longer messages are cut before they are counted.
const LONGEST_ERROR = 500

/** Days in a zone as a date field writes them: `2026-11-21`. */
export function dayFormat(zone?: string): (epochMs: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (epochMs) => format.format(epochMs)
}
