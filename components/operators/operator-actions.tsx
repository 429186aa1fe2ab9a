'use client'

import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Operator } from '@/lib/contract/operators'
import { safeText } from '@/lib/format/text'
import { useEndSessions, useOperatorChange } from '@/lib/queries/operators'

/** Ends an operator's sessions, and lets them in or not. */
export function OperatorActions({
  operator: { id, name, disabled, sessions },
  isMyself,
}: {
  readonly operator: Operator
  readonly isMyself: boolean
}) {
  const [asking, setAsking] = useState<'disable' | 'end-sessions' | null>(null)
  const change = useOperatorChange(id)
  const end = useEndSessions(id)
  const shown = safeText(name)
  const setDisabled = (next: boolean) => {
    if (!change.isPending) change.mutate({ disabled: next })
  }
  const endSessions = () => {
    if (!end.isPending) end.mutate()
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button
          disabled={sessions === 0}
          aria-label={`End the sessions of ${shown}`}
          onClick={() => (isMyself ? setAsking('end-sessions') : endSessions())}
        >
          End sessions
        </Button>
        <Button
          className="md:min-w-20"
          aria-label={`${disabled ? 'Enable' : 'Disable'} ${shown}`}
          onClick={() => (disabled ? setDisabled(false) : setAsking('disable'))}
        >
          {disabled ? 'Enable' : 'Disable'}
        </Button>
      </div>
      {change.error ? (
        <ProblemNotice
          error={change.error}
          retry={() => change.variables && change.mutate(change.variables)}
        />
      ) : null}
      {end.error ? <ProblemNotice error={end.error} retry={endSessions} /> : null}
      {asking === 'disable' ? (
        <ConfirmDialog
          title={isMyself ? 'Disable yourself?' : `Disable ${shown}?`}
          action="Disable"
          onConfirm={() => setDisabled(true)}
          onClose={() => setAsking(null)}
        >
          <p>
            {isMyself
              ? 'You are signed out at once. Only another administrator can let you in again.'
              : 'They are signed out at once and cannot sign in until they are enabled again. What they did stays in the audit.'}
          </p>
        </ConfirmDialog>
      ) : null}
      {asking === 'end-sessions' ? (
        <ConfirmDialog
          title="End your own sessions?"
          action="End my sessions"
          onConfirm={endSessions}
          onClose={() => setAsking(null)}
        >
          <p>You are signed out on every device, here too.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
