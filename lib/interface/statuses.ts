import { readOnce } from './times'
import { reportedValue, UNREADABLE } from './unreadable'

/**
 * A status for comparison: `On-Trip`, `on trip` and `OnTrip` are one word, and so
 * are its forms in Unicode.
 */
export const normaliseStatus = readOnce((status) =>
  status
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ''),
)

/** Whether two statuses are one, however they are spelt; null is a status that is not reported. */
export function isSameStatus(a: string | null, b: string | null): boolean {
  if (a === b || a === null || b === null) return a === b
  return normaliseStatus(a) === normaliseStatus(b)
}

/** The status of a record, with the paths of its fields that are not read. */
export interface StatusFields {
  readonly status: string | null
  readonly unreadable?: readonly string[] | undefined
}

/** The status, UNREADABLE for one that is not read, and null for one that is not reported. */
export function reportedStatus({ status, unreadable }: StatusFields): string | null {
  return reportedValue(status, 'status', unreadable)
}

/** Whether a service sent a word that is read: null, '' and UNREADABLE are none. */
export function isStatusWord(status: string | null): status is string {
  return Boolean(status) && status !== UNREADABLE
}

/** Whether two records have one status, however it is spelt. */
export function haveSameStatus(a: StatusFields, b: StatusFields): boolean {
  return isSameStatus(reportedStatus(a), reportedStatus(b))
}

/**
 * Counts of statuses as received, with one entry for each status: under its plainest spelling, or
 * else the first in alphabetical order, so that a count that changes does not change its name.
 */
export function mergeSpellings(
  counts: Iterable<readonly [status: string, count: number]>,
): Map<string, number> {
  const countsByWord = new Map<string, StatusCount>()
  for (const [status, count] of counts) {
    const word = normaliseStatus(status)
    const known = countsByWord.get(word)
    if (known) {
      known.spelling = plainerSpelling(known.spelling, status)
      known.count += count
    } else {
      countsByWord.set(word, { spelling: status, count })
    }
  }
  const merged = new Map<string, number>()
  for (const { spelling, count } of countsByWord.values()) merged.set(spelling, count)
  return merged
}

interface StatusCount {
  spelling: string
  count: number
}

function plainerSpelling(a: string, b: string): string {
  if (isPlain(a) !== isPlain(b)) return isPlain(a) ? a : b
  return a < b ? a : b
}

function isPlain(status: string): boolean {
  return /^[\p{Ll}\p{N}_]*$/u.test(status)
}
