'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { ForAdministrators } from '@/components/layout/for-administrators'
import { Page } from '@/components/layout/page'
import { AUDIT_FILTERS, type AuditFilters } from '@/lib/queries/operators/audit'
import { AuditEntries } from './audit-entries'
import { AuditFilterForm } from './audit-filter-form'

// Empty filters are left out of the address; each search is an entry of the history.
const filter = parseAsString.withDefault('').withOptions({ history: 'push' })

const parsers = {
  operator: filter,
  action: filter,
  subject: filter,
  outcome: filter,
  from: filter,
  to: filter,
} satisfies Record<(typeof AUDIT_FILTERS)[number], typeof filter>

/** Audit log, newest first; the filters are in the address. */
export function AuditPage() {
  const [filters, setFilters] = useQueryStates(parsers)
  const show = (next: AuditFilters | null) => void setFilters(next)
  const isFiltered = AUDIT_FILTERS.some((name) => filters[name] !== '')
  return (
    <Page
      title="Audit"
      lead="Actions with operator, time and address. Contents viewed are not recorded, and entries cannot be changed."
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
