import { readOnce } from './times'

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

/**
 * Counts of statuses as received, with one entry for each status: under its plainest spelling, or
 * else the first in alphabetical order, so that a count that changes does not change its name.
 */
export function mergeSpellings(counts: Iterable<readonly [status: string, count: number]>) {
  const spellings = new Map<string, { spelling: string; count: number }>()
  for (const [status, count] of counts) {
    const word = normaliseStatus(status)
    const known = spellings.get(word)
    const spelling = known ? plainer(known.spelling, status) : status
    spellings.set(word, { spelling, count: count + (known?.count ?? 0) })
  }
  return new Map(Array.from(spellings.values(), ({ spelling, count }) => [spelling, count]))
}

function plainer(a: string, b: string): string {
  if (isPlain(a) !== isPlain(b)) return isPlain(a) ? a : b
  return a < b ? a : b
}

const isPlain = (status: string): boolean => /^[\p{Ll}\p{N}_]*$/u.test(status)
