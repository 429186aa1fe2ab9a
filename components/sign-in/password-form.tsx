'use client'

import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { useEnterPassword } from '@/lib/queries/sign-in'
import { LONGEST_PASSWORD } from '@/lib/schema/sign-in'
import { TextField } from './text-field'

/** @param onEntered what comes next: the session is there, or a code is asked for */
export function PasswordForm({ onEntered }: { readonly onEntered: (next: 'done' | 'code') => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, isSuccess, error } = useEnterPassword()
  const isBusy = isPending || isSuccess
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        mutate(
          { email: email.trim(), password },
          { onSuccess: ({ next }) => onEntered(next), onError: () => setPassword('') },
        )
      }}
    >
      <TextField
        label="E-mail address"
        type="email"
        name="email"
        autoComplete="username"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={LONGEST_PASSWORD}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  )
}
