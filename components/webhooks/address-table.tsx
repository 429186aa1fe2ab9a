'use client'

import { useEffect, useRef, useState } from 'react'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { WebhookAddress } from '@/lib/contract/webhooks'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { useWebhookRevocation } from '@/lib/queries/bookings/webhook-addresses'
import { lastDeliveryWords } from './address-words'

const COLUMNS = ['Name', 'Created', 'Deliveries kept', 'Last delivery']

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
        <table className={tableClass.table}>
          <TableHead columns={COLUMNS} actions />
          <tbody className={tableClass.body}>
            {addresses.map((address) => (
              <AddressRow
                key={address.id}
                address={address}
                retentionDays={retentionDays}
                onRevoke={() => setAsked(address)}
              />
            ))}
          </tbody>
        </table>
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

function AddressRow({
  address,
  retentionDays,
  onRevoke,
}: {
  readonly address: WebhookAddress
  readonly retentionDays: number
  readonly onRevoke: () => void
}) {
  const { name, createdAt, createdBy, revokedAt, deliveries, lastReceivedAt } = address
  const write = useZoneTime()
  const now = useNow()
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} max-md:flex-wrap`}>
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium [overflow-wrap:anywhere]">{safeText(name)}</bdi>
          {revokedAt === null ? null : <Badge tone="warning">Revoked {write(revokedAt)}</Badge>}
        </span>
      </th>
      <TableCell label="Created">
        <span>
          {write(createdAt)}
          {createdBy === null ? null : (
            <span className="text-muted">
              {' '}
              by <bdi>{safeText(createdBy, 80)}</bdi>
            </span>
          )}
        </span>
      </TableCell>
      <TableCell label="Deliveries kept">{formatCount(deliveries)}</TableCell>
      <TableCell label="Last delivery" className={lastReceivedAt === null ? 'text-muted' : ''}>
        {now === null ? null : (
          <span title={lastReceivedAt === null ? undefined : write(lastReceivedAt)}>
            {lastDeliveryWords(address, retentionDays, now)}
          </span>
        )}
      </TableCell>
      <td className={`${tableClass.cell} md:text-right`}>
        {revokedAt === null ? (
          <Button aria-label={`Revoke ${safeText(name)}`} onClick={onRevoke}>
            Revoke
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
