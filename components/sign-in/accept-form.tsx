'use client'

import { useState } from 'react'
import { NewPasswordFields, useNewPassword } from '@/components/layout/new-password-fields'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { useAcceptInvitation } from '@/lib/queries/sign-in'
import { LostSessionNotice } from './lost-session-notice'
import { useArrival } from './use-arrival'

/** Name and password of a new operator. @param email null when the link contains none */
export function AcceptForm({ secret, email }: { readonly secret: string; readonly email: string | null }) {
  const [name, setName] = useState('')
  const [typedEmail, setTypedEmail] = useState('')
  const entry = useNewPassword()
  const { mutate, isPending, isSuccess, error } = useAcceptInvitation()
  // The first administrator goes on to invite the others.
  const { arrive, isLost } = useArrival(email === null ? '/operators' : '/')
  const isBusy = isPending || isSuccess
  const refused = error ? describeError(error).parameter : null
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || !entry.isSame) return
        const address = email === null ? typedEmail.trim() : null
        mutate(
          { secret, name: name.trim(), email: address, password: entry.typed.password },
          { onSuccess: arrive },
        )
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
      <NewPasswordFields label="Password" entry={entry} error={error} />
      {error && refused === null ? <ProblemNotice error={error} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Save and sign in'}
      </Button>
    </form>
  )
}
