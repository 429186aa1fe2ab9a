import { FactValue } from '@/components/record/facts/fact-value'
import { type AnyRecord, namesOf } from '@/components/record/facts/facts'
import { FieldLabel } from '@/components/record/facts/field-label'
import { SentAs, Unreadable } from '@/components/record/facts/marks'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { formatMoney, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { type Check, checkFormula, totalsFormulas } from '@/lib/inspect/totals'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { AnyBooking, Inspected, JsonObject, Totals } from '@/lib/interface/resources'
import { ownValue } from '@/lib/interface/values'

export function TotalsPanel({ inspected }: { readonly inspected: Inspected<AnyBooking> }) {
  const { record, raw, unreadable, forms = {} } = inspected
  if (record.totals === null) {
    return (
      <Panel title="Totals">
        {unreadable.includes('totals') ? (
          <Unreadable value={raw.totals} />
        ) : (
          <p className="text-muted text-sm">The booking has no totals.</p>
        )}
      </Panel>
    )
  }
  const totals: AnyRecord = {
    record: record.totals,
    raw: ownValue(raw, 'totals') as JsonObject,
    unreadable: unreadable.filter(isOfTotals).map(withoutPrefix),
    forms: Object.fromEntries(
      Object.entries(forms)
        .filter(([path]) => isOfTotals(path))
        .map(([path, form]) => [withoutPrefix(path), form]),
    ),
  }
  return (
    <Panel title="Totals">
      <table className="w-full text-sm">
        <caption className="sr-only">Amounts as calculated by the booking system</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {ROWS.map((name) => (
            <tr key={name} className={name === 'total' ? 'text-base font-semibold' : ''}>
              <th scope="row" className="text-muted py-0.5 text-left font-normal">
                <FieldLabel name={name} table={totalsFields} />
              </th>
              <td className="h-9 py-0.5 pl-3 text-right tabular-nums [overflow-wrap:anywhere]">
                <TotalValue name={name} totals={totals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted mt-3 text-xs">
        {record.totals.currency === null ? 'Currency not reported. ' : null}
        As calculated by the booking system. Hover for the number as received.
      </p>
    </Panel>
  )
}

/** The currency is with each amount. */
const ROWS = namesOf(totalsFields).filter((name) => name !== 'currency')

function TotalValue({ name, totals }: { readonly name: string; readonly totals: AnyRecord }) {
  const record = totals.record as JsonObject
  const value = record[name]
  const { currency } = record
  if (typeof value !== 'number')
    return <FactValue name={name} table={totalsFields} inspected={totals} />
  const form = totals.forms?.[name]
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <bdi title={formatNumber(value)}>
        {formatMoney(value, typeof currency === 'string' ? safeText(currency, 40) : null)}
      </bdi>
      {form === undefined ? null : <SentAs form={form} value={ownValue(totals.raw, name)} />}
    </span>
  )
}

const PREFIX = 'totals.'
const isOfTotals = (path: string) => path.startsWith(PREFIX)
const withoutPrefix = (path: string) => path.slice(PREFIX.length)

/** Sums that can be checked, with assumed formulas: the specification gives none. */
export function TotalsChecks({ totals }: { readonly totals: Totals }) {
  return (
    <section aria-label="Checks of the totals" className="bg-sunken mt-4 rounded-md p-3 text-sm">
      <h3 className="font-semibold">Do the totals add up?</h3>
      <p className="text-muted mb-2 text-xs">
        The specification gives no formulas: these are assumptions. “Differs” does not mean that a
        total is wrong.
      </p>
      <ul className="flex flex-col gap-2">
        {totalsFormulas.map((formula) => {
          const { left, sign, right, result } = formula
          const sum = (of: (name: keyof Totals) => string) =>
            `${of(left)} ${sign === '-' ? '−' : sign} ${of(right)} = ${of(result)}`
          return (
            <li
              key={result}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {sum(labelOf)}
                <span className="text-muted block text-xs">
                  {sum((name) => formatNumber(totals[name] as number | null))}
                </span>
              </span>
              <Outcome check={checkFormula(totals, formula)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const labelOf = (name: keyof Totals) => totalsFields[name].label.toLowerCase()

function Outcome({ check }: { readonly check: Check }) {
  if (check.outcome === 'agrees') return <Badge tone="accent">agrees</Badge>
  if (check.outcome === 'differs')
    return <Badge tone="warning">differs by {formatNumber(check.by)}</Badge>
  return <Badge>not checked: missing {check.missing.map(labelOf).join(', ')}</Badge>
}
