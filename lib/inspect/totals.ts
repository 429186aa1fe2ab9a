import type { Totals } from '@/lib/interface/resources'

/** A sum to check totals with. The interface states no formula (§2.4): this one is assumed. */
export interface Formula {
  readonly left: keyof Totals
  readonly sign: '+' | '-'
  readonly right: keyof Totals
  readonly result: keyof Totals
}

export const totalsFormulas: readonly Formula[] = [
  { left: 'gross', sign: '-', right: 'discount', result: 'net' },
  { left: 'net', sign: '+', right: 'tax', result: 'total' },
]

/** `gross - discount`, in the interface's names. */
export function sumInWords({ left, sign, right }: Formula): string {
  return `${left} ${sign} ${right}`
}

/** `by` is the given value minus the computed one. */
export type Check =
  | { readonly outcome: 'agrees' }
  | { readonly outcome: 'differs'; readonly by: number }
  | { readonly outcome: 'unchecked'; readonly missing: readonly (keyof Totals)[] }

// Ignores the service's floating-point error: this is below any currency's smallest unit.
const IGNORED_DECIMALS = 6

export function checkFormula(totals: Totals, { left, sign, right, result }: Formula): Check {
  const missing = [left, right, result].filter((name) => !Number.isFinite(totals[name]))
  if (missing.length > 0) return { outcome: 'unchecked', missing }
  const [a, b, given] = [left, right, result].map((name) => toDecimal(totals[name] as number))
  const difference = rounded(given! - (sign === '+' ? a! + b! : a! - b!))
  return difference === 0n ? { outcome: 'agrees' } : { outcome: 'differs', by: fromUnits(difference) }
}

// Finer than the ignored decimals, so that rounding happens once, at the end.
const SCALE = 24

/** A finite number as a whole count of 10^-24, from its decimal digits. */
function toDecimal(value: number): bigint {
  const [mantissa, exponent = '0'] = String(value).split('e') as [string, string?]
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?]
  const shift = SCALE + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** A count of 10^-24 to the nearest count of 10^-6. */
function rounded(units: bigint): bigint {
  const step = 10n ** BigInt(SCALE - IGNORED_DECIMALS)
  const half = units < 0n ? -step / 2n : step / 2n
  return (units + half) / step
}

function fromUnits(units: bigint): number {
  return Number(units) / 10 ** IGNORED_DECIMALS
}
