import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import { call } from '@/lib/api/client/call'
import { type Operator, useOperatorsMutation } from '@/lib/api/queries/operators'
import { safeText } from '@/lib/format/text'
import { LinkDialog } from './link-dialog'

export function OperatorActions({ operator, isMyself }: { operator: Operator; isMyself: boolean }) {
  const { id, name, disabled, sessions } = operator
  const [open, setOpen] = useState<'disable' | 'end-sessions' | 'account' | null>(null)
  const { admin } = authClient
  const change = useOperatorsMutation((isDisabled: boolean) =>
    dataOfAuth<unknown>(
      isDisabled ? admin.banUser({ userId: id }) : admin.unbanUser({ userId: id }),
    ),
  )
  const end = useOperatorsMutation(() => dataOfAuth(admin.revokeUserSessions({ userId: id })))
  const shown = safeText(name)
  const setDisabled = (next: boolean) => change.mutate(next)
  const endSessions = () => end.mutate()
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button
          disabled={sessions === 0}
          isBusy={end.isPending}
          aria-label={`End the sessions of ${shown}`}
          onClick={() => (isMyself ? setOpen('end-sessions') : endSessions())}
        >
          End sessions
        </Button>
        {isMyself ? null : (
          <Button
            className="md:min-w-20"
            isBusy={change.isPending}
            aria-label={`${disabled ? 'Enable' : 'Disable'} ${shown}`}
            onClick={() => (disabled ? setDisabled(false) : setOpen('disable'))}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        )}
        {isMyself ? null : (
          <Button aria-label={`More for ${shown}`} onClick={() => setOpen('account')}>
            More
          </Button>
        )}
      </div>
      {open === 'account' ? (
        <AccountDialog operator={operator} onClose={() => setOpen(null)} />
      ) : null}
      {change.error ? (
        <ProblemNotice
          error={change.error}
          retry={() => change.variables !== undefined && change.mutate(change.variables)}
        />
      ) : null}
      {end.error ? <ProblemNotice error={end.error} retry={endSessions} /> : null}
      {open === 'disable' ? (
        <ConfirmDialog
          title={`Disable ${shown}?`}
          action="Disable"
          onConfirm={() => setDisabled(true)}
          onClose={() => setOpen(null)}
        >
          <p>
            They will be signed out at once and cannot sign in until they are enabled again. Their
            audit entries are kept.
          </p>
        </ConfirmDialog>
      ) : null}
      {open === 'end-sessions' ? (
        <ConfirmDialog
          title="End your own sessions?"
          action="End my sessions"
          onConfirm={endSessions}
          onClose={() => setOpen(null)}
        >
          <p>You will be signed out on every device, including this one.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const removals = {
  'two-factor': {
    send: (id: string) => call('DELETE /api/operators/{id}/two-factor', { id }),
    done: 'Two-factor is off.',
  },
  lock: {
    send: (id: string) => call('DELETE /api/operators/{id}/lock', { id }),
    done: 'Unlocked. They can sign in now.',
  },
  operator: {
    send: (id: string) => dataOfAuth(authClient.admin.removeUser({ userId: id })),
    done: '',
  },
} as const

function AccountDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { id, name, email, disabled, twoFactor } = operator
  const [isDeleting, setIsDeleting] = useState(false)
  const reset = useOperatorsMutation(() => call('POST /api/operators/{id}/reset', { id }))
  const removal = useOperatorsMutation(
    (what: keyof typeof removals): Promise<unknown> => removals[what].send(id),
  )
  const isPending = reset.isPending || removal.isPending
  const shown = safeText(name)
  const error = reset.error ?? removal.error
  const run = (what: keyof typeof removals) => {
    reset.reset()
    removal.mutate(what, { onSuccess: what === 'operator' ? onClose : undefined })
  }
  if (reset.data)
    return (
      <LinkDialog
        label="Reset link"
        title={`New password for ${shown}`}
        link={reset.data}
        ifLost="reset the password again"
        onClose={onClose}
      >
        Anyone with this link can set a new password for {safeText(email)}.
      </LinkDialog>
    )
  if (isDeleting)
    return (
      <ConfirmDialog
        title={`Delete ${shown}?`}
        action="Delete"
        onConfirm={() => run('operator')}
        onClose={() => setIsDeleting(false)}
      >
        <p>
          They will be signed out at once, and their password, two-factor and sign-in with your
          organisation are deleted. Their audit entries are kept. To give them access again, invite
          them.
        </p>
      </ConfirmDialog>
    )
  const actions = [
    {
      label: 'Reset password',
      about: 'Creates a link with which they set a new password, and signs them out.',
      isOffered: !disabled,
      act: () => {
        removal.reset()
        reset.mutate()
      },
    },
    {
      label: 'Turn two-factor off',
      about: 'For a lost authenticator: their password alone signs them in. Also signs them out.',
      isOffered: twoFactor,
      act: () => run('two-factor'),
    },
    {
      label: 'Unlock',
      about: 'After too many wrong passwords or codes: they can try again at once.',
      isOffered: true,
      act: () => run('lock'),
    },
    {
      label: 'Delete',
      about: 'They can no longer sign in; their audit entries are kept.',
      isOffered: true,
      act: () => setIsDeleting(true),
    },
  ]
  return (
    <Dialog label={`Account of ${shown}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">Account of {shown}</h2>
        <ul className="flex flex-col gap-3">
          {actions
            .filter(({ isOffered }) => isOffered)
            .map(({ label, about, act }) => (
              <li key={label} className="flex flex-wrap items-start gap-x-4 gap-y-1">
                <p className="text-muted min-w-0 flex-1 basis-48 text-sm">{about}</p>
                <Button className="md:min-w-40 max-md:w-full" isBusy={isPending} onClick={act}>
                  {label}
                </Button>
              </li>
            ))}
        </ul>
        <p role="status" className="text-sm empty:hidden">
          {removal.isSuccess ? removals[removal.variables].done : ''}
        </p>
        {error ? <ProblemNotice error={error} /> : null}
        <form method="dialog" className="self-end">
          <Button type="submit">Close</Button>
        </form>
      </div>
    </Dialog>
  )
}
