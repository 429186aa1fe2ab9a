'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NewPasswordFields, useNewPassword } from '@/components/layout/new-password-fields'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { describeError } from '@/lib/api/errors'
import { safeText } from '@/lib/format/text'
import { resetLinkQuery, usePasswordByLink } from '@/lib/queries/sign-in'
import { CodeForm } from './code-form'
import { Entry } from './entry'
import { IncompleteLink, LoadingLink } from './link-entry'
import { LostSessionNotice } from './lost-session-notice'
import { useArrival } from './use-arrival'
import { useLinkSecret } from './use-link-secret'

const TITLE = 'Set a new password'

/** Target of a reset link, which an administrator or the server's console made. */
export function ResetPage() {
  const secret = useLinkSecret()
  if (secret === undefined) return <LoadingLink title={TITLE} />
  return secret === null ? <IncompleteLink title={TITLE} /> : <Reset secret={secret} />
}

function Reset({ secret }: { readonly secret: string }) {
  const { data: whose, error, refetch } = useQuery(resetLinkQuery(secret))
  const [isCodeNext, setIsCodeNext] = useState(false)
  const { arrive, isLost } = useArrival('/')
  if (error)
    return (
      <Entry title={TITLE}>
        <ProblemNotice error={error} retry={() => refetch()} />
      </Entry>
    )
  if (!whose) return <LoadingLink title={TITLE} />
  if (isCodeNext)
    return (
      <Entry title="Sign in" lead="Your password is changed. Your account needs a second step.">
        {isLost ? <LostSessionNotice /> : null}
        <CodeForm onSignedIn={arrive} onBack={() => window.location.replace('/sign-in')} />
      </Entry>
    )
  return (
    <Entry title={TITLE} lead={`For ${safeText(whose.name)}, ${safeText(whose.email)}.`}>
      <ResetForm
        secret={secret}
        email={whose.email}
        onSet={(next) => (next === 'code' ? setIsCodeNext(true) : arrive())}
      />
      {isLost ? <LostSessionNotice /> : null}
    </Entry>
  )
}

function ResetForm({
  secret,
  email,
  onSet,
}: {
  readonly secret: string
  readonly email: string
  readonly onSet: (next: 'done' | 'code') => void
}) {
  const entry = useNewPassword()
  const { mutate, isPending, isSuccess, error } = usePasswordByLink()
  const isBusy = isPending || isSuccess
  const isOfField = error ? describeError(error).parameter === 'password' : false
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || !entry.isSame) return
        const { password } = entry.typed
        mutate({ secret, password }, { onSuccess: ({ next }) => onSet(next) })
      }}
    >
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordFields label="New password" entry={entry} error={error} />
      {error && !isOfField ? <ProblemNotice error={error} /> : null}
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'Signing in' : 'Save and sign in'}
      </Button>
    </form>
  )
}
