import { locale } from './locale'

export const ABSENT = '—'

const count = new Intl.NumberFormat(locale)
const compact = new Intl.NumberFormat(locale, {
  notation: 'compact',
  maximumFractionDigits: 1,
})
const percent = new Intl.NumberFormat(locale, { style: 'percent' })
// All digits as received, never rounded to a currency's habit (§2.6).
const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const ungrouped = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 20,
  useGrouping: false,
})

/** "1,702". */
export function formatCount(value: number): string {
  return count.format(value)
}

/** A count for a narrow place: "1,702", "12.3K". */
export function formatCompact(value: number): string {
  return value < 10_000 ? count.format(value) : compact.format(value)
}

/** "42%", "<1%". @param share 0 to 1 */
export function formatShare(share: number): string {
  const isBelowOnePercent = share > 0 && share < 0.01
  if (isBelowOnePercent) return `<${percent.format(0.01)}`
  return percent.format(share)
}

/** A number exactly as received; "—" when absent. */
export function formatNumber(value: number | null): string {
  return value === null ? ABSENT : exact.format(value)
}

/** A number without thousands separators. */
export function formatYear(value: number | null): string {
  return value === null ? ABSENT : ungrouped.format(value)
}

/**
 * An amount with its currency code and the decimals that came: "21.6 GBP". The unit (major or
 * minor) is not shown (§2.6), so that nothing is scaled, padded or rounded and no symbol added.
 */
export function formatAmount(value: number | null, currency: string | null): string {
  if (value === null || currency === null) return formatNumber(value)
  return `${exact.format(value)} ${currency}`
}

/** "1 seat", "1,702 seats". */
export function counted(count: number, noun: string): string {
  const ending = count === 1 ? '' : 's'
  return `${formatCount(count)} ${noun}${ending}`
}
