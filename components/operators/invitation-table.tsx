'use client'

import { ProblemNotice } from '@/components/layout/problem-notice'
import { useZoneTime } from '@/components/layout/use-zone-time'
import { Button } from '@/components/ui/button'
import { tableClass } from '@/components/ui/table'
import { TableCell } from '@/components/ui/table-cell'
import { TableHead } from '@/components/ui/table-head'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { type Invitation, useRevokeInvitation } from '@/lib/queries/operators'

const COLUMNS = ['E-mail', 'Role', 'Invited', 'Expires']

export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return <p className="text-muted text-sm">No pending invitations.</p>
  return (
    <table className={tableClass.table}>
      <TableHead columns={COLUMNS} actions />
      <tbody className={tableClass.body}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
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
  const { mutate, isPending, error } = useRevokeInvitation(id)
  const revoke = () => {
    if (!isPending) mutate()
  }
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} [overflow-wrap:anywhere]`}>
        {safeText(email)}
      </th>
      <TableCell label="Role">{roleWords[role].label}</TableCell>
      <TableCell label="Invited">{write(createdAt)}</TableCell>
      <TableCell label="Expires">{write(expiresAt)}</TableCell>
      <td className={`${tableClass.cell} max-md:flex-col md:text-right`}>
        <Button aria-label={`Revoke the invitation for ${safeText(email)}`} onClick={revoke}>
          Revoke
        </Button>
        {error ? <ProblemNotice error={error} retry={revoke} /> : null}
      </td>
    </tr>
  )
}
