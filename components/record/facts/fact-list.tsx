import type { FieldTable } from '@/lib/interface/fields/fields'
import { FactValue } from './fact-value'
import type { AnyRecord, Fact } from './facts'
import { FieldLabel } from './field-label'

/** Fields of a record in two columns, label and value; in one where the text is too large for two. */
export function FactList({
  table,
  facts,
  inspected,
  isProminent = false,
}: {
  readonly table: FieldTable
  readonly facts: readonly Fact[]
  readonly inspected: AnyRecord
  /** In larger type: the facts for which the page is opened. */
  readonly isProminent?: boolean
}) {
  return (
    <dl className="divide-line @container divide-y text-sm">
      {facts.map((fact) => (
        <div
          key={fact.name}
          className={`grid items-start gap-x-3 py-0.5 ${fact.field.type === 'webhooks' ? '' : 'grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] print:grid-cols-[8rem_minmax(0,1fr)] @max-[19rem]:grid-cols-[6.5rem_minmax(0,1fr)] @max-[15rem]:grid-cols-1'}`}
        >
          <dt className="text-muted">
            <FieldLabel name={fact.name} field={fact.field} table={table} />
          </dt>
          <dd className="flex min-h-11 min-w-0 items-center py-1 md:min-h-7">
            <div className={isProminent ? 'min-w-0 text-base font-semibold' : 'min-w-0'}>
              <FactValue fact={fact} inspected={inspected} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  )
}
