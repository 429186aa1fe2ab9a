import { useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/field'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import type { Role } from '@/lib/api/contract/operators'
import { type Operator, useOperatorsMutation } from '@/lib/api/queries/operators'
import { isDemotion, roles, roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'

/**
 * An operator's role, changed by a button: arrow keys in a select would
 * assign every role on the way.
 */
export function RoleChange({ operator, isMyself }: { operator: Operator; isMyself: boolean }) {
  const { id, name, role } = operator
  const select = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<Role | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending, isSuccess, error, reset } = useOperatorsMutation((role: Role) =>
    dataOfAuth(authClient.admin.setRole({ userId: id, role })),
  )
  const next = chosen ?? role

  function change() {
    mutate(next, { onSuccess: settle })
  }
  // The focused button is removed: return the focus.
  function settle() {
    setChosen(null)
    select.current?.focus()
  }

  return (
    <div className="flex min-w-0 flex-col gap-2 max-md:flex-1">
      <div className="flex flex-wrap gap-2">
        <Select
          ref={select}
          aria-label={`Role of ${safeText(name)}`}
          value={next}
          options={roles.map((value) => [value, roleWords[value].label])}
          onChange={(value) => {
            reset()
            setChosen(value)
          }}
          className="w-auto! max-md:flex-1"
        />
        {next === role ? null : (
          <>
            <Button
              variant="primary"
              isBusy={isPending}
              onClick={() =>
                isMyself && isDemotion(role, next) ? setIsConfirming(true) : change()
              }
            >
              {isPending ? 'Changing' : 'Change'}
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                reset()
                settle()
              }}
            >
              Cancel
            </Button>
          </>
        )}
      </div>
      {next === role ? null : <p className="text-muted text-xs">{roleWords[next].may}</p>}
      <p role="status" className="sr-only">
        {isSuccess ? `Role changed to ${roleWords[role].label.toLowerCase()}` : ''}
      </p>
      {error ? <ProblemNotice error={error} retry={change} /> : null}
      {isConfirming ? (
        <ConfirmDialog
          title={`Make yourself ${roleWords[next].label.toLowerCase()}?`}
          action="Change my role"
          onConfirm={change}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            You will no longer see this page. Only another administrator can give you the role back.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
