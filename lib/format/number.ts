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
  const isShort = value < 10_000
  return isShort ? count.format(value) : compact.format(value)
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

const CODE = /^[A-Z]{3}$/
const moneyFormats = new Map<string, Intl.NumberFormat>()

/**
 * An amount as money, with the decimals of its currency: "£21.60". Of a malformed code
 * both are shown as received: "21.6 pounds".
 */
export function formatMoney(value: number, currency: string | null): string {
  const hasCode = currency !== null && CODE.test(currency)
  if (!hasCode || !Number.isFinite(value)) return formatAmount(value, currency)
  const parts = moneyFormat(currency).formatToParts(value)
  return inSignsOfRegion(parts)
}

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyFormats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  moneyFormats.set(currency, format)
  return format
}

const REGION = signsOf(new Intl.NumberFormat(locale).formatToParts(1_234_567.8))

function signsOf(parts: readonly Intl.NumberFormatPart[]) {
  const group = parts.find(({ type }) => type === 'group')
  const decimal = parts.find(({ type }) => type === 'decimal')
  return {
    group: group?.value,
    decimal: decimal?.value,
  }
}

/** As numbers beside it: ICU groups money of "en-DE" as in Great Britain. */
function inSignsOfRegion(parts: readonly Intl.NumberFormatPart[]): string {
  const texts = parts.map(({ type, value }) => {
    const isSign = type === 'group' || type === 'decimal'
    if (!isSign) return value
    return REGION[type] ?? value
  })
  return texts.join('')
}

/** "1 seat", "1,702 seats". */
export function counted(count: number, noun: string): string {
  const ending = count === 1 ? '' : 's'
  return `${formatCount(count)} ${noun}${ending}`
}
