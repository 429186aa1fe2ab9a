'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { LinkForm } from '@/components/sign-in/link-form'
import { TextField } from '@/components/ui/text-field'
import { describeError } from '@/lib/api/errors'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { linkQuery, signInOptionsQuery, useAcceptInvitation } from '@/lib/queries/operators/sign-in'
import { Entry, IncompleteLink, LoadingLink, OidcButton, useArrival, useLinkSecret } from './entry'

/** Target of a one-time invitation link. */
export function LinkPage({ kind }: { readonly kind: 'set-up' | 'invitation' }) {
  const secret = useLinkSecret()
  const title = kind === 'set-up' ? 'Set up Kerbside' : 'Welcome to Kerbside'
  if (secret === undefined) return <LoadingLink title={title} />
  if (secret === null) return <IncompleteLink title={title} />
  return <Invitation title={title} secret={secret} />
}

function Invitation({ title, secret }: { readonly title: string; readonly secret: string }) {
  const { data: link, error, refetch } = useQuery(linkQuery(secret))
  const { data: options } = useQuery({ ...signInOptionsQuery(), refetchOnWindowFocus: false })
  if (error) {
    return (
      <Entry title={title}>
        <ProblemNotice error={error} retry={() => refetch()} />
      </Entry>
    )
  }
  if (!link) return <LoadingLink title={title} />
  const lead =
    link.email === null
      ? 'You will be the first administrator and can invite everyone else.'
      : `You have been invited as ${roleWords[link.role].label.toLowerCase()} with ${safeText(link.email)}.`
  return (
    <Entry title={title} lead={lead}>
      <AcceptForm secret={secret} email={link.email} />
      {link.email !== null && options?.oidc ? <OidcButton next="/" /> : null}
    </Entry>
  )
}

/** Name and password of a new operator. @param email null when the link contains none */
function AcceptForm({ secret, email }: { readonly secret: string; readonly email: string | null }) {
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
