import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { emailField, Form } from '@/components/layout/form'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNow } from '@/components/layout/use-now'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { SelectField } from '@/components/ui/field'
import { type BodyFor, call } from '@/lib/api/client/call'
import type { Role } from '@/lib/api/contract/operators'
import { type Invitation, useOperatorsMutation } from '@/lib/api/queries/operators'
import { roles, roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { LinkDialog } from './link-dialog'

const invite = (invitation: BodyFor<'POST /api/operators'>) =>
  call('POST /api/operators', {}, invitation)

const columns: readonly Column<Invitation>[] = [
  {
    label: 'E-mail',
    isRowHeader: true,
    className: '[overflow-wrap:anywhere]',
    cell: ({ email }) => safeText(email),
  },
  { label: 'Role', cell: ({ role }) => roleWords[role].label },
  { label: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  {
    label: 'Actions',
    isActions: true,
    className: 'max-md:flex-col',
    cell: (invitation) => <Actions invitation={invitation} />,
  },
]

export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return <p className="text-muted text-sm">No pending invitations.</p>
  // By address: inviting again replaces the id, and the row has to show the new link.
  return <DataTable columns={columns} rows={invitations} keyOf={({ email }) => email} />
}

function Time({ at }: { readonly at: string }) {
  return useZoneTime()(at)
}

function Expiry({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Time at={at} />
      {now !== null && Date.parse(at) <= now ? <Badge tone="warning">Expired</Badge> : null}
    </span>
  )
}

function Actions({ invitation: { id, email, role } }: { readonly invitation: Invitation }) {
  const { mutate, isPending, error } = useOperatorsMutation(() =>
    call('DELETE /api/invitations/{id}', { id }),
  )
  const again = useOperatorsMutation(invite)
  const revoke = () => mutate()
  const inviteAgain = () => again.mutate({ email, role })
  return (
    <>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button
          aria-label={`New link for ${safeText(email)}`}
          isBusy={again.isPending}
          onClick={inviteAgain}
        >
          New link
        </Button>
        <Button
          aria-label={`Revoke the invitation for ${safeText(email)}`}
          isBusy={isPending}
          onClick={revoke}
        >
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
    </>
  )
}

const ROOM = 'min-w-0 flex-1 basis-64'

/** The typed text stays until the invitation exists, whose link only this answer holds. */
export function InviteForm() {
  const [role, setRole] = useState<Role>('dispatcher')
  const request = useOperatorsMutation(invite)
  const { mutate, data, variables, reset } = request
  return (
    <>
      <Form
        schema={{
          email: {
            ...emailField,
            label: 'E-mail',
            autoComplete: 'off',
            spellCheck: false,
            className: ROOM,
          },
        }}
        request={request}
        icon={UserPlus}
        action="Invite"
        busy="Inviting"
        layout="row"
        onSubmit={({ email }, form) => mutate({ email, role }, { onSuccess: () => form.reset() })}
      >
        <SelectField
          label="Role"
          className={ROOM}
          hint={roleWords[role].may}
          value={role}
          options={roles.map((value) => [value, roleWords[value].label])}
          onChange={setRole}
        />
      </Form>
      {data && variables ? (
        <LinkDialog
          label="Invitation link"
          title={`Invitation for ${safeText(variables.email)}`}
          link={data}
          ifLost="invite them again"
          onClose={reset}
        >
          The first person to use it becomes this operator.
        </LinkDialog>
      ) : null}
    </>
  )
}
