'use client'

import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import type { Operator } from '@/lib/api/contract/operators'
import { useOperatorChange, useOperatorRemoval } from '@/lib/api/queries/operators/operators'
import { safeText } from '@/lib/format/text'
import { AccountDialog } from './account-dialog'

/** Ends an operator's sessions; disables and enables them; the rest is in a dialog. */
export function OperatorActions({
  operator,
  isMyself,
}: {
  readonly operator: Operator
  readonly isMyself: boolean
}) {
  const { id, name, disabled, sessions } = operator
  const [open, setOpen] = useState<'disable' | 'end-sessions' | 'account' | null>(null)
  const change = useOperatorChange(id)
  const end = useOperatorRemoval(id)
  const shown = safeText(name)
  const setDisabled = (next: boolean) => {
    if (!change.isPending) change.mutate({ disabled: next })
  }
  const endSessions = () => {
    if (!end.isPending) end.mutate('sessions')
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button
          disabled={sessions === 0}
          aria-label={`End the sessions of ${shown}`}
          onClick={() => (isMyself ? setOpen('end-sessions') : endSessions())}
        >
          End sessions
        </Button>
        <Button
          className="md:min-w-20"
          aria-label={`${disabled ? 'Enable' : 'Disable'} ${shown}`}
          onClick={() => (disabled ? setDisabled(false) : setOpen('disable'))}
        >
          {disabled ? 'Enable' : 'Disable'}
        </Button>
        {isMyself ? null : (
          <Button aria-label={`More for ${shown}`} onClick={() => setOpen('account')}>
            More
          </Button>
        )}
      </div>
      {open === 'account' ? <AccountDialog operator={operator} onClose={() => setOpen(null)} /> : null}
      {change.error ? (
        <ProblemNotice
          error={change.error}
          retry={() => change.variables && change.mutate(change.variables)}
        />
      ) : null}
      {end.error ? <ProblemNotice error={end.error} retry={endSessions} /> : null}
      {open === 'disable' ? (
        <ConfirmDialog
          title={isMyself ? 'Disable yourself?' : `Disable ${shown}?`}
          action="Disable"
          onConfirm={() => setDisabled(true)}
          onClose={() => setOpen(null)}
        >
          <p>
            {isMyself
              ? 'You will be signed out at once. Only another administrator can enable you again.'
              : 'They will be signed out at once and cannot sign in until they are enabled again. Their audit entries are kept.'}
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
