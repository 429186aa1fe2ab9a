import type { Totals } from '@/lib/interface/resources'

/** A sum to check totals with. The interface states no formula (§2.4): this one is assumed. */
export interface Formula {
  readonly left: keyof Totals
  readonly sign: '+' | '-'
  readonly right: keyof Totals
  readonly result: keyof Totals
}

export const totalsFormulas: readonly Formula[] = [
  {
    left: 'gross',
    sign: '-',
    right: 'discount',
    result: 'net',
  },
  {
    left: 'net',
    sign: '+',
    right: 'tax',
    result: 'total',
  },
]

/** `by` is the given value minus the computed one. */
export type Check =
  | { readonly outcome: 'agrees' }
  | { readonly outcome: 'differs'; readonly by: number }
  | { readonly outcome: 'unchecked'; readonly missing: readonly (keyof Totals)[] }

// Ignores floating-point errors: this is below any currency's smallest unit.
const IGNORED_DECIMALS = 6

export function checkFormula(totals: Totals, formula: Formula): Check {
  const { left, sign, right, result } = formula
  const names = [left, right, result]
  const missing = names.filter((name) => !Number.isFinite(totals[name]))
  if (missing.length > 0) return { outcome: 'unchecked', missing }

  const a = totals[left] as number
  const b = totals[right] as number
  const computed = sign === '+' ? a + b : a - b
  const given = totals[result] as number
  const difference = (given - computed).toFixed(IGNORED_DECIMALS)
  const by = Number(difference)
  if (by === 0) return { outcome: 'agrees' }
  return { outcome: 'differs', by }
}
