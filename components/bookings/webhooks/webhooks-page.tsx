'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { AddressDialog, AddressTable } from '@/components/bookings/webhooks/address-table'
import { ForAdministrators } from '@/components/layout/for-administrators'
import { Form } from '@/components/layout/form'
import { IntegrationPage } from '@/components/layout/integration-page'
import { QueryState } from '@/components/layout/query-state'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { call, type DataFrom } from '@/lib/api/client/call'
import { isKind } from '@/lib/api/client/errors'
import type { VehiclesByWebhook } from '@/lib/api/contract/webhooks'
import { query } from '@/lib/api/queries/query'
import { counted, formatCount } from '@/lib/format/number'

type WebhookAddresses = DataFrom<'GET /api/webhooks'>

export function WebhooksPage() {
  return (
    <IntegrationPage
      title="Webhook addresses"
      lead="Create an address and register it with the service. Bookings it sends there appear under Bookings."
    >
      <ForAdministrators withoutSignIn={<Addresses />}>{() => <Addresses />}</ForAdministrators>
    </IntegrationPage>
  )
}

function Addresses() {
  const asked = useQuery(query('/api/webhooks'))
  const isDemo = useQuery(query('/api/service')).data?.data.upstream.kind === 'reference'
  return (
    <>
      {isKind(asked.error, 'store-unreachable') ? (
        <p className="text-sm">
          Deliveries are still accepted. They wait on disk until the database answers.
        </p>
      ) : null}
      <QueryState
        query={asked}
        loading={<Skeleton label="Loading the webhook addresses" lines={6} />}
      >
        {({ data }) => (
          <>
            <ReachNotice addresses={data} isDemo={isDemo} />
            <Panel title="New address">
              <NewAddressForm />
            </Panel>
            <Panel title="Addresses">
              <AddressTable {...data} />
              <Limits addresses={data} />
            </Panel>
            <VehicleCounts vehicles={data.vehicles} />
          </>
        )}
      </QueryState>
    </>
  )
}

function ReachNotice({ addresses, isDemo }: { addresses: WebhookAddresses; isDemo: boolean }) {
  const { origin, isLocal } = addresses
  if (isDemo)
    return (
      <Notice title="The demo delivers its own bookings">
        Your own addresses work too. A restart of Kerbside removes them and everything received.
      </Notice>
    )
  if (!isLocal) return null
  return (
    <Notice tone="warning" title={`${origin} can only be reached from this computer`}>
      The service cannot deliver there. Set <code>KERBSIDE_URL</code> to the address at which the
      service reaches Kerbside, then create the addresses.
    </Notice>
  )
}

function Limits({
  addresses: { retentionDays, waitingBytes, limit },
}: {
  addresses: WebhookAddresses
}) {
  return (
    <div className="text-muted mt-3 flex flex-col gap-1 text-sm">
      <p>
        Deliveries are kept for {counted(retentionDays, 'day')}, encrypted. Each address accepts{' '}
        {formatCount(limit.perSecond)} per second and {formatCount(limit.atOnce)} at once; beyond
        that the sender is asked to wait.
      </p>
      {waitingBytes > 0 && (
        <p>Waiting on disk for the database: {formatCount(Math.ceil(waitingBytes / 1_000))} KB.</p>
      )}
    </div>
  )
}

function NewAddressForm() {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const request = useMutation({
    mutationFn: (name: string) => call('POST /api/webhooks', {}, { name }),
    onSettled: () => client.invalidateQueries(query('/api/webhooks')),
  })
  const { mutate, data, variables = '', reset } = request
  return (
    <>
      <Form
        schema={{
          name: {
            ref: input,
            label: 'Name',
            hint: 'Where you will register it, for example “Booking service, production”.',
            className: 'min-w-0 flex-1 basis-64',
            wrong: 'Enter a name.',
            maxLength: 80,
            autoComplete: 'off',
          },
        }}
        request={request}
        icon={Plus}
        action="Create address"
        busy="Creating"
        layout="row"
        onSubmit={({ name }, form) => mutate(name, { onSuccess: () => form.reset() })}
      />
      {data ? (
        <AddressDialog
          name={variables}
          url={data.url}
          onClose={() => {
            reset()
            input.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}

export function VehicleCounts({ vehicles }: { vehicles: VehiclesByWebhook }) {
  const { here, elsewhere, none, unread } = vehicles
  const read = here + elsewhere + none
  const counts = {
    'This Kerbside': here,
    'Other systems only': elsewhere,
    'No webhook': none,
    'Not checked yet': unread,
  }
  return (
    <Panel title="Where vehicles send bookings">
      <p className="text-muted text-sm">
        {read === 0
          ? 'No vehicle records have been checked in the last 24 hours.'
          : `From the records of ${counted(read, 'vehicle')}, checked in the last 24 hours.`}{' '}
        {unread === 0
          ? 'Records are checked in the background for vehicles on open maps, and whenever one is opened.'
          : `${counted(unread, 'vehicle')} on open maps still to be checked in the background.`}
      </p>
      {read + unread === 0 ? null : (
        <dl className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
          {Object.entries(counts).map(([label, count]) => (
            <div key={label} className="bg-sunken flex flex-col-reverse rounded-md px-3 py-2">
              <dt className="text-muted text-xs">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
