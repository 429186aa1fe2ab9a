export const ABSENT = '—'

const count = new Intl.NumberFormat('en-GB')
// All digits as received, never rounded to a currency's habit (§2.6).
const exact = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20 })
const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 20, useGrouping: false })

/** "1,702". */
export function formatCount(value: number): string {
  return count.format(value)
}

/** A number exactly as received; "—" when absent. */
export function formatNumber(value: number | null): string {
  return value === null ? ABSENT : exact.format(value)
}

/** A number without thousands separators. */
export function formatYear(value: number | null): string {
  return value === null ? ABSENT : plain.format(value)
}

/**
 * An amount exactly as received, with its currency code. The unit (major or minor) is not shown (§2.6), so that
 * nothing is scaled and no symbol added.
 */
export function formatAmount(value: number | null, currency: string | null): string {
  if (value === null) return ABSENT
  return currency === null ? exact.format(value) : `${exact.format(value)} ${currency}`
}

/** "1 seat", "1,702 seats". */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
