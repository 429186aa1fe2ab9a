'use client'

import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/contract/sign-in'
import { useAcceptInvitation } from '@/lib/queries/sign-in'
import { LostSessionNotice } from './lost-session-notice'
import { useArrival } from './use-arrival'

/** Name and password of a new operator. @param email null when the link contains none */
export function AcceptForm({ secret, email }: { readonly secret: string; readonly email: string | null }) {
  const [name, setName] = useState('')
  const [typedEmail, setTypedEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const { mutate, isPending, isSuccess, error } = useAcceptInvitation()
  const { arrive, isLost } = useArrival('/')
  const isBusy = isPending || isSuccess
  const differs = confirmed !== '' && confirmed !== password
  const refused = error ? describeError(error).parameter : null
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || confirmed !== password) return
        const address = email === null ? typedEmail.trim() : null
        mutate({ secret, name: name.trim(), email: address, password }, { onSuccess: arrive })
      }}
    >
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {email === null ? (
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          maxLength={254}
          error={refused === 'email' ? 'Enter an e-mail address, like name@example.com.' : undefined}
          value={typedEmail}
          onChange={(event) => setTypedEmail(event.target.value)}
        />
      ) : (
        // For password managers.
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <TextField
        label="Password"
        type="password"
        name="new-password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters. A few words are easy to remember and hard to guess.`}
        minLength={SHORTEST_PASSWORD}
        maxLength={LONGEST_PASSWORD}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        label="Confirm password"
        type="password"
        name="confirm-password"
        autoComplete="new-password"
        error={differs ? 'Passwords don’t match.' : undefined}
        maxLength={LONGEST_PASSWORD}
        value={confirmed}
        onChange={(event) => setConfirmed(event.target.value)}
      />
      {error ? <ProblemNotice error={error} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Save and sign in'}
      </Button>
    </form>
  )
}
