'use client'

import { Download } from 'lucide-react'
import { IntegrationPage } from '@/components/layout/integration-page'
import { Link } from '@/components/layout/link'
import type { Operation } from '@/components/record/service/api-operations'
import { buttonClass } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Panel } from '@/components/ui/panel'

const EXAMPLE = `curl -H "Authorization: Bearer $KERBSIDE_TOKEN" "$KERBSIDE_URL/api/vehicles?position=52.37,4.90&radius=2000"`

/** Kerbside's own API, for scripts. */
export function ApiPage({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <IntegrationPage
      title="Kerbside API"
      lead="What scripts can ask of this dashboard, with a token."
      actions={
        <a href="/openapi.json" className={buttonClass()}>
          <Download aria-hidden className="size-4 shrink-0" />
          OpenAPI 3.1
        </a>
      }
    >
      <Panel title="Get started">
        <p className="text-sm">
          Where operators sign in, create a token under <Link href="/account">Your account</Link>{' '}
          and send it with each request. A success is <code>{'{data, meta}'}</code>; a failure is a
          problem (RFC 9457) with a title, a detail and the id of the request.
        </p>
        <pre className="bg-sunken mt-2 rounded-md p-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {EXAMPLE}
        </pre>
      </Panel>
      <Panel title="Requests">
        <DataTable
          label="Requests"
          rows={operations}
          rowClass={() => 'align-baseline!'}
          keyOf={({ name }) => name}
          columns={columns}
        />
      </Panel>
    </IntegrationPage>
  )
}

const columns: readonly Column<Operation>[] = [
  {
    label: 'Request',
    isRowHeader: true,
    cell: ({ name }) => <code className="[overflow-wrap:anywhere]">{name}</code>,
  },
  { label: 'Answer', cell: ({ summary }) => summary },
  { label: 'Parameters', cell: (operation) => <Parameters {...operation} /> },
  { label: 'Role', cell: ({ role }) => role ?? 'none' },
]

function Parameters({ parameters }: Operation) {
  if (parameters.length === 0) return '—'
  return (
    <ul>
      {parameters.map(({ name, isRequired }) => (
        <li key={name}>
          <code>{name}</code>
          {isRequired ? ' (required)' : null}
        </li>
      ))}
    </ul>
  )
}
