import { inputClass } from '@/components/ui/field'
import type { RecordSource } from './listed-record'
import { sourceLabels } from './table-columns'

/** One source of records, or all of them. */
export type ListScope = RecordSource | 'all'

const labels: Readonly<Record<ListScope, string>> = { all: 'All sources', ...sourceLabels }

/** Chooses the source of the records in the list. */
export function SourceField({
  scope,
  onScope,
}: {
  readonly scope: ListScope
  readonly onScope: (scope: ListScope) => void
}) {
  return (
    <select
      aria-label="Source"
      value={scope}
      onChange={({ target }) => onScope(target.value as ListScope)}
      className={`${inputClass} w-auto! min-w-0 max-md:flex-1 md:max-w-40`}
    >
      {Object.entries(labels).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}
