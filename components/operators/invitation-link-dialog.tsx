'use client'

import { useZoneTime } from '@/components/layout/use-zone-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { CreatedInvitation } from '@/lib/queries/operators'

/** Invitation link, shown once: the server stores only its hash. */
export function InvitationLinkDialog({
  email,
  invitation: { url, expiresAt },
  onClose,
}: {
  readonly email: string
  readonly invitation: CreatedInvitation
  readonly onClose: () => void
}) {
  const write = useZoneTime()
  return (
    <Dialog label="Invitation link" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">Invitation for {email}</h2>
        <p className="text-sm">
          Send them this link yourself; Kerbside sends no e-mail. <strong>It won’t be shown again.</strong>{' '}
          The first person to use it becomes this operator.
        </p>
        <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]">{url}</code>
          <CopyButton text={url} what="the link" />
        </div>
        <p className="text-muted text-sm">
          It works once and expires on {write(expiresAt)}. If it gets lost, revoke the invitation and invite
          again.
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
