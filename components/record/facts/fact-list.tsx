import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { FactValue } from './fact-value'
import type { AnyRecord } from './facts'
import { FieldLabel } from './field-label'

/** Driver's fields for which a record is mostly opened, in larger type. */
export const CONTACT: readonly string[] = ['driver_name', 'driver_phone_number']

interface FactListProps {
  readonly table: FieldTable
  readonly names: readonly string[]
  readonly inspected: AnyRecord
}

/**
 * Fields of a record in two columns, label and value; in one where the text is too large for two.
 */
export function FactList({ table, names, inspected }: FactListProps) {
  return (
    <dl className="divide-line @container divide-y text-sm">
      {names.map((name) => (
        <div
          key={name}
          className={`grid items-baseline gap-x-3 py-0.5 ${table[name]?.type === 'webhooks' ? '' : 'grid-cols-[7.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] print:grid-cols-[8rem_minmax(0,1fr)] @max-[19rem]:grid-cols-[6.5rem_minmax(0,1fr)] @max-[15rem]:grid-cols-1'}`}
        >
          <dt className="text-muted">
            <FieldLabel name={name} table={table} />
          </dt>
          <dd className="flex min-h-11 min-w-0 items-center py-1 md:min-h-7">
            <div className={CONTACT.includes(name) ? 'min-w-0 text-base font-semibold' : 'min-w-0'}>
              <FactValue name={name} table={table} inspected={inspected} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function FactPanel({
  title,
  children,
  ...list
}: FactListProps & { readonly title: string; readonly children?: ReactNode }) {
  const isWithheld = list.names.some((name) => list.inspected.withheld?.includes(name))
  return (
    <Panel title={title}>
      {isWithheld ? (
        <p className="text-muted text-sm">Not shown to viewers.</p>
      ) : (
        <FactList {...list} />
      )}
      {isWithheld ? null : children}
    </Panel>
  )
}
