'use client'

import { useState } from 'react'
import { TextField } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { useAcceptInvitation } from '@/lib/queries/operators/sign-in'
import { LinkForm } from './link-form'
import { useArrival } from './use-arrival'

/** Name and password of a new operator. @param email null when the link contains none */
export function AcceptForm({ secret, email }: { readonly secret: string; readonly email: string | null }) {
  const [name, setName] = useState('')
  const [typedEmail, setTypedEmail] = useState('')
  const request = useAcceptInvitation()
  // The first administrator goes on to invite the others.
  const { arrive, isLost } = useArrival(email === null ? '/operators' : '/')
  const isEmailRefused = request.error !== null && describeError(request.error).parameter === 'email'
  return (
    <LinkForm
      label="Password"
      email={email}
      request={request}
      isLost={isLost}
      ownFields={['email']}
      onPassword={(password) => {
        const address = email === null ? typedEmail.trim() : null
        request.mutate({ secret, name: name.trim(), email: address, password }, { onSuccess: arrive })
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
          error={isEmailRefused ? 'Enter an e-mail address, like name@example.com.' : undefined}
          value={typedEmail}
          onChange={(event) => setTypedEmail(event.target.value)}
        />
      ) : null}
    </LinkForm>
  )
}
