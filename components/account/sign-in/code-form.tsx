'use client'

import { codeField, Form } from '@/components/layout/form'
import { Button } from '@/components/ui/button'
import { useSignInCode } from '@/lib/api/queries/operators/sign-in'
import { untilArrival } from './entry'

/** Second step where two-factor is on. */
export function CodeForm({
  onSignedIn,
  onBack,
}: {
  readonly onSignedIn: () => void
  readonly onBack: () => void
}) {
  const request = useSignInCode()
  return (
    <Form
      schema={{ code: { ...codeField, minLength: 6, autoFocus: true } }}
      request={untilArrival(request)}
      action="Sign in"
      busy="Signing in"
      layout="card"
      secondAction={
        <Button variant="ghost" onClick={onBack}>
          Start again
        </Button>
      }
      onSubmit={({ code }, form) =>
        request.mutate(code, { onSuccess: onSignedIn, onError: () => form.reset() })
      }
    />
  )
}
