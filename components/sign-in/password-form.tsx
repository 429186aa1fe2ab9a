'use client'

import { ProblemNotice } from '@/components/layout/problem-notice'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { LONGEST_PASSWORD } from '@/lib/contract/sign-in'
import { useSignIn } from '@/lib/queries/operators/sign-in'

/**
 * Uncontrolled fields: a password manager may fill them before the page is hydrated. Submitting is disabled until then.
 * @param onAccepted next step: done, or the two-factor code
 */
export function PasswordForm({ onAccepted }: { readonly onAccepted: (next: 'done' | 'code') => void }) {
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error } = useSignIn()
  const isBusy = isPending || isSuccess
  return (
    <form
      // A native submit must not put the password into the address.
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        const form = event.currentTarget
        const text = (name: string) => String(new FormData(form).get(name) ?? '')
        mutate(
          { email: text('email').trim(), password: text('password') },
          {
            onSuccess: ({ next }) => onAccepted(next),
            onError: () => {
              const field = form.elements.namedItem('password')
              if (field instanceof HTMLInputElement) field.value = ''
            },
          },
        )
      }}
    >
      <TextField label="E-mail address" type="email" name="email" autoComplete="username" maxLength={254} />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={LONGEST_PASSWORD}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" variant="primary" disabled={!isHydrated} aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  )
}
