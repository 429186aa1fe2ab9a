import { Badge } from '@/components/ui/badge'
import { formatNumber } from '@/lib/format/number'
import { checkFormula, type Formula, totalsFormulas } from '@/lib/inspect/totals'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Totals } from '@/lib/interface/resources'

/** Sums that can be checked, with assumed formulas: the specification gives none. */
export function TotalsChecks({ totals }: { readonly totals: Totals }) {
  return (
    <section aria-label="Checks of the totals" className="bg-sunken mt-4 rounded-md p-3 text-sm">
      <h3 className="font-medium">Do the totals add up?</h3>
      <p className="text-muted mb-2 text-xs">
        The specification gives no formulas: these are assumptions. “Differs” does not mean that a total is
        wrong.
      </p>
      <ul className="flex flex-col gap-2">
        {totalsFormulas.map((formula) => (
          <li key={formula.result} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Sum totals={totals} formula={formula} />
            <Outcome totals={totals} formula={formula} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FormulaProps {
  readonly totals: Totals
  readonly formula: Formula
}

const signs = { '+': '+', '-': '−' } as const

function Sum({ totals, formula: { left, sign, right, result } }: FormulaProps) {
  const words = [left, right, result].map((name) => totalsFields[name].label.toLowerCase())
  const amounts = [left, right, result].map((name) => formatNumber(totals[name] as number | null))
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {words[0]} {signs[sign]} {words[1]} = {words[2]}
      <span className="text-muted block text-xs">
        {amounts[0]} {signs[sign]} {amounts[1]} = {amounts[2]}
      </span>
    </span>
  )
}

function Outcome({ totals, formula }: FormulaProps) {
  const check = checkFormula(totals, formula)
  if (check.outcome === 'agrees') return <Badge tone="accent">agrees</Badge>
  if (check.outcome === 'differs') {
    return <Badge tone="warning">differs by {formatNumber(check.by)}</Badge>
  }
  return (
    <Badge>
      not checked: missing {check.missing.map((name) => totalsFields[name].label.toLowerCase()).join(', ')}
    </Badge>
  )
}
