'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, newPasswordFields } from '@/components/layout/form'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { resetLinkQuery, usePasswordByLink } from '@/lib/api/queries/operators/sign-in'
import { safeText } from '@/lib/format/text'
import { CodeForm } from './code-form'
import {
  Entry,
  IncompleteLink,
  LoadingLink,
  LostSessionNotice,
  untilArrival,
  useArrival,
  useLinkSecret,
} from './entry'

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
  const request = usePasswordByLink()
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
      <Form
        schema={newPasswordFields('New password')}
        username={whose.email}
        request={untilArrival(request)}
        action="Save and sign in"
        busy="Signing in"
        layout="card"
        onSubmit={({ password }) =>
          request.mutate(
            { secret, password },
            { onSuccess: ({ next }) => (next === 'code' ? setIsCodeNext(true) : arrive()) },
          )
        }
      >
        {isLost ? <LostSessionNotice /> : null}
      </Form>
    </Entry>
  )
}
