import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '@/lib/api/queries/query'
import { LinkTabs } from './link-tabs'
import { Page } from './page'

const specification = { href: '/integration', label: 'Specification' } as const
const observations = { href: '/integration/observations', label: 'Observations' } as const
const webhooks = { href: '/integration/webhooks', label: 'Webhook addresses' } as const
const api = { href: '/integration/api', label: 'Kerbside API' } as const
const vehicle = { href: '/integration/vehicle', label: 'Example vehicle' } as const
const booking = { href: '/integration/booking', label: 'Example booking' } as const

/** A page for integrators, beside the others. */
export function IntegrationPage({
  title,
  lead,
  actions,
  children,
}: {
  /** That of its tab; of the first one, of all. */
  readonly title: string
  readonly lead: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const current = title === 'Integration' ? specification.label : title
  return (
    <Page
      title={title}
      lead={lead}
      actions={actions}
      tabs={<LinkTabs label="Integration" tabs={useTabs()} current={current} />}
    >
      {children}
    </Page>
  )
}

/** The server refuses viewers the booking, and all but administrators the addresses. */
function useTabs() {
  const me = useQuery(query('/api/me')).data?.data
  const role = me?.operator === null ? 'administrator' : me?.operator.role
  if (role === undefined || role === 'viewer') return [specification, observations, api, vehicle]
  if (role === 'dispatcher') return [specification, observations, api, vehicle, booking]
  return [specification, observations, webhooks, api, vehicle, booking]
}
