import type { ReactNode } from 'react'
import { NewPasswordFields, useNewPassword } from '@/components/layout/new-password-fields'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { useFirstWrong } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { LostSessionNotice } from './entry'

/**
 * The form of a one-time link: fields of its own, then a new password, which signs in.
 * @param ownFields names of the parameters that `children` are for, and whose refusals they show
 */
export function LinkForm({
  label,
  email,
  request: { isPending, isSuccess, error },
  isLost,
  onPassword,
  ownFields = [],
  children,
}: {
  readonly label: string
  /** Null where a field asks for it. */
  readonly email: string | null
  readonly request: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown }
  readonly isLost: boolean
  readonly onPassword: (password: string) => void
  readonly ownFields?: readonly string[]
  readonly children?: ReactNode
}) {
  const entry = useNewPassword()
  const form = useFirstWrong(error)
  const isBusy = isPending || isSuccess
  const refused = error ? describeError(error).parameter : null
  const isShownAtField = refused !== null && ['password', ...ownFields].includes(refused)
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && entry.isSame) onPassword(entry.typed.password)
      }}
    >
      {children}
      {email === null ? null : (
        // For password managers.
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <NewPasswordFields label={label} entry={entry} error={error} />
      {error && !isShownAtField ? <ProblemNotice error={error} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Save and sign in'}
      </Button>
    </form>
  )
}
