import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { SectionLink } from '@/components/layout/section-link'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { ConfirmDialog, ShownOnceDialog } from '@/components/ui/dialog'
import { call, type DataFrom } from '@/lib/api/client/call'
import { query } from '@/lib/api/queries/query'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'

type WebhookAddress = DataFrom<'GET /api/webhooks'>['addresses'][number]

interface NamedAddress {
  readonly id: string
  readonly name: string
}

export function AddressTable({ addresses, retentionDays }: DataFrom<'GET /api/webhooks'>) {
  const state = useRef<HTMLParagraphElement>(null)
  const [asked, setAsked] = useState<NamedAddress | null>(null)
  const [revoked, setRevoked] = useState<string | null>(null)
  const client = useQueryClient()
  const revocation = useMutation({
    mutationFn: (id: string) => call('DELETE /api/webhooks/{id}', { id }),
    onSettled: () => client.invalidateQueries(query('/api/webhooks')),
  })
  const write = useZoneTime()
  const now = useNow()
  const columns: readonly Column<WebhookAddress>[] = [
    {
      label: 'Name',
      isRowHeader: true,
      cell: ({ name, revokedAt }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{safeText(name)}</bdi>
          {revokedAt === null ? null : <Badge tone="warning">Revoked {write(revokedAt)}</Badge>}
        </span>
      ),
    },
    {
      label: 'Created',
      cell: ({ createdAt, createdBy }) => (
        <>
          {write(createdAt)}
          {createdBy === null ? null : (
            <span className="text-muted">
              {' '}
              by <bdi>{safeText(createdBy, 80)}</bdi>
            </span>
          )}
        </>
      ),
    },
    { label: 'Deliveries kept', isRight: true, cell: ({ deliveries }) => formatCount(deliveries) },
    {
      label: 'Last delivery',
      cell: (address) =>
        now === null ? null : (
          <span title={address.lastReceivedAt === null ? undefined : write(address.lastReceivedAt)}>
            {lastDeliveryWords(address, retentionDays, now)}
          </span>
        ),
    },
    {
      label: 'Actions',
      isActions: true,
      cell: ({ id, name, revokedAt }) =>
        revokedAt === null ? (
          <Button aria-label={`Revoke ${safeText(name)}`} onClick={() => setAsked({ id, name })}>
            Revoke
          </Button>
        ) : null,
    },
  ]

  // The focused button goes with its address.
  useEffect(() => {
    if (revoked !== null) state.current?.focus()
  }, [revoked])

  return (
    <>
      {addresses.length === 0 ? (
        <p className="text-muted text-sm">
          No addresses yet. Create one above and register it with the service.
        </p>
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
          onConfirm={() => {
            setRevoked(null)
            revocation.mutate(asked.id, { onSuccess: () => setRevoked(safeText(asked.name)) })
          }}
          onClose={() => setAsked(null)}
        >
          <p>
            Within ten seconds this address stops accepting deliveries, for good. To keep bookings
            arriving, register another address with the service first.
          </p>
          <p>Bookings received are kept for {counted(retentionDays, 'day')}.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const DAY_MS = 86_400_000

/** ISO 8601; null for none. */
interface Times {
  readonly createdAt: string
  readonly revokedAt: string | null
  readonly lastReceivedAt: string | null
}

export function lastDeliveryWords(
  { createdAt, revokedAt, lastReceivedAt }: Times,
  retentionDays: number,
  nowMs: number,
): string {
  if (lastReceivedAt !== null) return `${formatAge(nowMs - Date.parse(lastReceivedAt))} ago`
  // Earlier ones may have been deleted.
  if (nowMs - Date.parse(createdAt) >= retentionDays * DAY_MS)
    return `None in the last ${counted(retentionDays, 'day')}`
  return revokedAt === null ? 'Waiting for the first delivery' : 'None'
}

/** A command that delivers a made-up booking, for a shell of Unix or of Windows. */
export function exampleCommand(url: string): string {
  const body = {
    event: 'booking_status_changed',
    booking: { id: 'test-1', status: 'pending', when: 'now' },
  }
  const quoted = JSON.stringify(body).replaceAll('"', '\\"')
  return `curl -i "${url}" -H "Content-Type: application/json" -d "${quoted}"`
}

export function AddressDialog({
  name,
  url,
  onClose,
}: {
  name: string
  url: string
  onClose: () => void
}) {
  const command = exampleCommand(url)
  return (
    <ShownOnceDialog
      label="New webhook address"
      title={`Webhook address “${safeText(name)}”`}
      lead={
        <>
          Register it with the service. <strong>It won’t be shown again.</strong> Anyone who has it
          can deliver bookings.
        </>
      }
      text={url}
      what="the address"
      onClose={onClose}
    >
      <div className="text-sm">
        <h3 className="font-semibold">Where to register it</h3>
        <p>
          In the field <code>webhooks</code>: as <code>booking_status_changed</code> of bookings (
          <SectionLink section="2.4" opensTab />) and as <code>vehicle-booking-create</code> of
          vehicles (
          <SectionLink section="2.1" opensTab />
          ). Kerbside understands names with <code>_</code> and with <code>-</code>.
        </p>
      </div>
      <div className="text-sm">
        <h3 className="font-semibold">Try it</h3>
        <p>This command delivers a made-up booking, which then appears under Bookings.</p>
        <div className="border-line bg-sunken mt-1 flex items-start gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 py-1 text-xs select-all [overflow-wrap:anywhere]">
            {command}
          </code>
          <CopyButton text={command} what="the command" />
        </div>
      </div>
      <p className="text-muted text-sm">If you lose it, create another one and revoke this one.</p>
    </ShownOnceDialog>
  )
}
