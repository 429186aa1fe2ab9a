'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { ConfirmDialog } from '@/components/ui/dialog'
import type { WebhookAddress } from '@/lib/api/contract/webhooks'
import { useWebhookRevocation } from '@/lib/api/queries/bookings/webhook-addresses'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { lastDeliveryWords } from './address-words'

/** Addresses in use, then revoked ones. */
export function AddressTable({
  addresses,
  retentionDays,
}: {
  readonly addresses: readonly WebhookAddress[]
  readonly retentionDays: number
}) {
  const state = useRef<HTMLParagraphElement>(null)
  const [asked, setAsked] = useState<WebhookAddress | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  const revocation = useWebhookRevocation()
  const columns = useMemo(
    (): readonly Column<WebhookAddress>[] => [
      { label: 'Name', isRowHeader: true, cell: (address) => <Name address={address} /> },
      { label: 'Created', cell: (address) => <Created address={address} /> },
      { label: 'Deliveries kept', cell: ({ deliveries }) => formatCount(deliveries) },
      {
        label: 'Last delivery',
        cell: (address) => <LastDelivery address={address} retentionDays={retentionDays} />,
      },
      {
        label: 'Actions',
        isActions: true,
        cell: (address) =>
          address.revokedAt === null ? (
            <Button aria-label={`Revoke ${safeText(address.name)}`} onClick={() => setAsked(address)}>
              Revoke
            </Button>
          ) : null,
      },
    ],
    [retentionDays],
  )

  // The focused button goes with its address.
  useEffect(() => {
    if (revoked !== null) state.current?.focus()
  }, [revoked])

  function revoke({ id, name }: WebhookAddress) {
    setRevoked(null)
    revocation.mutate(id, {
      onSuccess: () => setRevoked(safeText(name)),
    })
  }

  return (
    <>
      {addresses.length === 0 ? (
        <p className="text-muted text-sm">No addresses yet. Create one above and register it.</p>
      ) : (
        <DataTable columns={columns} rows={addresses} keyOf={({ id }) => id} />
      )}
      <p ref={state} role="status" tabIndex={-1} className="mt-2 text-sm empty:hidden">
        {revoked === null ? '' : `“${revoked}” is revoked.`}
      </p>
      {revocation.error ? <ProblemNotice error={revocation.error} /> : null}
      {asked ? (
        <ConfirmDialog
          title={`Revoke “${safeText(asked.name)}”?`}
          action="Revoke"
          onConfirm={() => revoke(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            Within ten seconds deliveries to it are answered like any unknown page, and cannot be accepted
            again. Register another address with the service first if bookings are to keep arriving.
          </p>
          <p>What has arrived stays until it is {counted(retentionDays, 'day')} old.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function Name({ address: { name, revokedAt } }: { readonly address: WebhookAddress }) {
  const write = useZoneTime()
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <bdi className="font-medium [overflow-wrap:anywhere]">{safeText(name)}</bdi>
      {revokedAt === null ? null : <Badge tone="warning">Revoked {write(revokedAt)}</Badge>}
    </span>
  )
}

function Created({ address: { createdAt, createdBy } }: { readonly address: WebhookAddress }) {
  const write = useZoneTime()
  return (
    <span>
      {write(createdAt)}
      {createdBy === null ? null : (
        <span className="text-muted">
          {' '}
          by <bdi>{safeText(createdBy, 80)}</bdi>
        </span>
      )}
    </span>
  )
}

function LastDelivery({
  address,
  retentionDays,
}: {
  readonly address: WebhookAddress
  readonly retentionDays: number
}) {
  const write = useZoneTime()
  const now = useNow()
  const { lastReceivedAt } = address
  if (now === null) return null
  return (
    <span
      className={lastReceivedAt === null ? 'text-muted' : ''}
      title={lastReceivedAt === null ? undefined : write(lastReceivedAt)}
    >
      {lastDeliveryWords(address, retentionDays, now)}
    </span>
  )
}
