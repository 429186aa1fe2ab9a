/** Stands for a value that came and is not read; no value of a service. */
export const UNREADABLE = '*unreadable'

/**
 * A value for counts, filters and changes, which tell "not read" and "not reported" apart.
 * @param path of its field: `totals.currency`
 * @param unreadable paths of fields, as of an inspected record
 * @returns UNREADABLE where the field, or the object that it is in, is not read
 */
export function reportedValue(
  value: string | null,
  path: string,
  unreadable: readonly string[] | undefined,
): string | null {
  if (value !== null) return value
  const isUnreadable = unreadable?.some((one) => one === path || path.startsWith(`${one}.`))
  return isUnreadable ? UNREADABLE : null
}
