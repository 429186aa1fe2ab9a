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
  if (value > 0 && value < 0.01)
    return value.toLocaleString('en-GB', { maximumSignificantDigits: 1 })
  return value.toLocaleString('en-GB', { maximumFractionDigits: fractionDigitsOf(value) })
}

function fractionDigitsOf(value: number): number {
  if (value >= 100) return 0
  return value >= 10 ? 1 : 2
}

export function formatMs(value: number): string {
  return `${formatNumber(value)} ms`
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(bytes / 1e6)} MB`
}

export function formatKilobytes(bytes: number): string {
  return `${formatNumber(bytes / 1000)} KB`
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-GB')
}

/** Seeded random numbers from 0 to 1. Source: mulberry32, in the public domain */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
