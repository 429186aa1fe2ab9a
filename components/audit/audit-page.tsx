'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { ForAdministrators } from '@/components/account/for-administrators'
import { Page } from '@/components/layout/page'
import { AUDIT_FILTERS, type AuditFilters } from '@/lib/queries/audit'
import { AuditEntries } from './audit-entries'
import { AuditFilterForm } from './audit-filter-form'

// An empty filter is left out of the address. Each search is a step to go back from.
const filter = parseAsString.withDefault('').withOptions({ history: 'push' })

const parsers = {
  operator: filter,
  action: filter,
  subject: filter,
  outcome: filter,
  from: filter,
  to: filter,
} satisfies Record<(typeof AUDIT_FILTERS)[number], typeof filter>

/** Who did what, when and from where, newest first; the filters stand in the address. */
export function AuditPage() {
  const [filters, setFilters] = useQueryStates(parsers)
  const show = (next: AuditFilters | null) => void setFilters(next)
  const isFiltered = AUDIT_FILTERS.some((name) => filters[name] !== '')
  return (
    <Page
      title="Audit"
      lead="Who did what, when and from where. What was seen is not written down, and no entry can be changed."
    >
      <ForAdministrators>
        {() => (
          <>
            <AuditFilterForm filters={filters} onFilters={show} />
            <AuditEntries
              key={JSON.stringify(filters)}
              filters={filters}
              onClear={isFiltered ? () => show(null) : undefined}
            />
          </>
        )}
      </ForAdministrators>
    </Page>
  )
}
