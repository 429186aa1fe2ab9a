/** The value that a share of all others does not exceed (nearest rank); NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Three digits at most: "0.004", "0.08", "14.3", "1,808". */
export function formatNumber(value: number): string {
  if (value > 0 && value < 0.01) return value.toLocaleString('en-GB', { maximumSignificantDigits: 1 })
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits })
}

export function formatMs(value: number): string {
  return `${formatNumber(value)} ms`
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-GB')
}
