'use client'

import { useZoneTime } from '@/components/layout/use-zone-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { Invited } from '@/lib/queries/operators'

/** The invitation's link. Kerbside keeps only its hash: this is the one time it is seen. */
export function InvitedDialog({
  email,
  invited: { url, expiresAt },
  onClose,
}: {
  readonly email: string
  readonly invited: Invited
  readonly onClose: () => void
}) {
  const write = useZoneTime()
  return (
    <Dialog label="Invitation link" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">Invitation for {email}</h2>
        <p className="text-sm">
          Give this link to them yourself: Kerbside sends no mail. <strong>It is shown only now.</strong>{' '}
          Whoever opens it first becomes this operator.
        </p>
        <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]">{url}</code>
          <CopyButton text={url} what="the link" />
        </div>
        <p className="text-muted text-sm">
          It works once, until {write(expiresAt)}. If it gets lost, take the invitation back and invite again.
        </p>
        <form method="dialog" className="self-end">
          <Button type="submit" variant="primary">
            Done
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
