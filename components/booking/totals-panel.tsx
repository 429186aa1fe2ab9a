import { SectionLink } from '@/components/layout/section-link'
import { FactValue } from '@/components/record/facts/fact-value'
import { type AnyRecord, factsOf } from '@/components/record/facts/facts'
import { FieldLabel } from '@/components/record/facts/field-label'
import { Unreadable } from '@/components/record/facts/marks'
import { Panel } from '@/components/ui/panel'
import { safeText } from '@/lib/format/text'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import type { AnyBooking, Inspected, JsonObject } from '@/lib/interface/resources'
import { ownValue } from '@/lib/interface/values'
import { TotalsChecks } from './totals-checks'

/** The billing fields in the order of the specification (§2.4), with checks of their sums. */
export function TotalsPanel({ inspected }: { readonly inspected: Inspected<AnyBooking> }) {
  const { record, raw, unreadable } = inspected
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
    unreadable: unreadable
      .filter((path) => path.startsWith('totals.'))
      .map((path) => path.slice('totals.'.length)),
  }
  return (
    <Panel title="Totals">
      <table className="w-full text-sm">
        <caption className="text-muted pb-2 text-left text-xs">
          Calculated by the developer and shown as received. The specification does not say whether amounts
          are in major or minor units, such as pounds or pence (<SectionLink section="2.6" />
          ).
        </caption>
        <thead>
          <tr className="text-muted border-line border-b text-xs">
            <th scope="col" className="py-1.5 text-left font-medium">
              Field
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {record.totals.currency ? (
                <>
                  In <bdi>{safeText(record.totals.currency, 40)}</bdi>
                </>
              ) : (
                'Value'
              )}
            </th>
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {factsOf(totalsFields).map((fact) => (
            <tr key={fact.name} className={fact.name === 'total' ? 'font-semibold' : ''}>
              <th scope="row" className="text-muted py-0.5 text-left font-normal">
                <FieldLabel name={fact.name} field={fact.field} table={totalsFields} />
              </th>
              <td className="py-0.5 pl-3 text-right [overflow-wrap:anywhere]">
                <FactValue fact={fact} inspected={totals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TotalsChecks totals={record.totals} />
    </Panel>
  )
}
