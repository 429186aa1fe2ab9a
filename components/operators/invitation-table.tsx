'use client'

import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { type Invitation, useInvite, useRevokeInvitation } from '@/lib/queries/operators/operators'
import { LinkDialog } from './link-dialog'

const COLUMNS = ['E-mail', 'Role', 'Invited', 'Expires']

/** Unused invitations, with those that expired lately. */
export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return <p className="text-muted text-sm">No pending invitations.</p>
  return (
    <table className={tableClass.table}>
      <TableHead columns={COLUMNS} actions />
      <tbody className={tableClass.body}>
        {invitations.map((invitation) => (
          // By address: inviting again replaces the id, and the row has to show the new link.
          <InvitationRow key={invitation.email} invitation={invitation} />
        ))}
      </tbody>
    </table>
  )
}

function InvitationRow({
  invitation: { id, email, role, createdAt, expiresAt },
}: {
  readonly invitation: Invitation
}) {
  const write = useZoneTime()
  const now = useNow()
  const { mutate, isPending, error } = useRevokeInvitation(id)
  const again = useInvite()
  const revoke = () => {
    if (!isPending) mutate()
  }
  const inviteAgain = () => {
    if (!again.isPending) again.mutate({ email, role })
  }
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} [overflow-wrap:anywhere]`}>
        {safeText(email)}
      </th>
      <TableCell label="Role">{roleWords[role].label}</TableCell>
      <TableCell label="Invited">{write(createdAt)}</TableCell>
      <TableCell label="Expires">
        <span className="flex flex-wrap items-center gap-2">
          {write(expiresAt)}
          {now !== null && Date.parse(expiresAt) <= now ? <Badge tone="warning">Expired</Badge> : null}
        </span>
      </TableCell>
      <td className={`${tableClass.cell} max-md:flex-col md:text-right`}>
        <div className="flex flex-wrap gap-2 md:justify-end">
          <Button aria-label={`New link for ${safeText(email)}`} onClick={inviteAgain}>
            New link
          </Button>
          <Button aria-label={`Revoke the invitation for ${safeText(email)}`} onClick={revoke}>
            Revoke
          </Button>
        </div>
        {error ? <ProblemNotice error={error} retry={revoke} /> : null}
        {again.error ? <ProblemNotice error={again.error} retry={inviteAgain} /> : null}
        {again.data ? (
          <LinkDialog
            label="Invitation link"
            title={`Invitation for ${safeText(email)}`}
            link={again.data}
            ifLost="invite them again"
            onClose={again.reset}
          >
            The first person to use it becomes this operator. The link before it no longer works.
          </LinkDialog>
        ) : null}
      </td>
    </tr>
  )
}
