'use client'

import { ProblemNotice } from '@/components/layout/problem-notice'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { LONGEST_PASSWORD } from '@/lib/contract/sign-in'
import { useEnterPassword } from '@/lib/queries/sign-in'
import { TextField } from './text-field'

/**
 * The fields keep what they hold themselves: a password manager, or somebody quick, fills them before the page's scripts
 * run. Nothing is sent before that either, or the browser would do it in its own way.
 * @param onEntered what comes next: the session is there, or a code is asked for
 */
export function PasswordForm({ onEntered }: { readonly onEntered: (next: 'done' | 'code') => void }) {
  const isHydrated = useHydrated()
  const { mutate, isPending, isSuccess, error } = useEnterPassword()
  const isBusy = isPending || isSuccess
  return (
    <form
      // Should it ever be sent by the browser, then not in an address.
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
            onSuccess: ({ next }) => onEntered(next),
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
