'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emailField, Form, newPasswordFields, useFormRequest } from '@/components/layout/form'
import { signInWith } from '@/lib/api/client/auth-client'
import { type BodyFor, call } from '@/lib/api/client/call'
import { query } from '@/lib/api/queries/query'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import {
  CodeForm,
  Entry,
  LinkEntry,
  LostSessionNotice,
  OidcButton,
  OtherWays,
  untilArrival,
  useArrival,
} from './entry'

export function LinkPage({ kind }: { readonly kind: 'set-up' | 'invitation' }) {
  const title = kind === 'set-up' ? 'Set up Kerbside' : 'Welcome to Kerbside'
  const { data: options } = useQuery({ ...query('/api/auth'), refetchOnWindowFocus: false })
  return (
    <LinkEntry
      title={title}
      check={(secret, signal) => call('POST /api/auth/link', {}, { secret }, { signal })}
    >
      {({ email, role }, secret) => (
        <Entry
          title={title}
          lead={
            email === null
              ? 'You will be the first administrator and can invite everyone else.'
              : `You have been invited as ${roleWords[role].label.toLowerCase()} with ${safeText(email)}.`
          }
        >
          <AcceptForm secret={secret} email={email} />
          {email !== null && options?.data.oidc ? (
            <OtherWays>
              <OidcButton next="/" />
            </OtherWays>
          ) : null}
        </Entry>
      )}
    </LinkEntry>
  )
}

/** Name and password of a new operator. @param email null when the link contains none */
function AcceptForm({ secret, email }: { readonly secret: string; readonly email: string | null }) {
  const request = useFormRequest(async (body: BodyFor<'POST /api/auth/accept'>) => {
    const { email } = await call('POST /api/auth/accept', {}, body)
    return firstSignIn(email, body.password)
  })
  // The first administrator goes on to invite the others.
  const { arrive, isLost } = useArrival(email === null ? '/operators' : '/')
  return (
    <Form
      schema={{
        name: { label: 'Your name', autoComplete: 'name', maxLength: 120 },
        ...(email === null ? { email: emailField } : {}),
        ...newPasswordFields('Password'),
      }}
      username={email}
      request={untilArrival(request)}
      action="Save and sign in"
      busy="Signing in"
      layout="card"
      onSubmit={({ name, email: typed = null, password }) =>
        request.mutate({ secret, name, email: typed, password }, { onSuccess: arrive })
      }
    >
      {isLost ? <LostSessionNotice /> : null}
    </Form>
  )
}

/** The password was set by a link. Where signing in fails now, it is possible later. */
function firstSignIn(email: string, password: string): Promise<'done' | 'code'> {
  return signInWith({ email, password }).catch(() => 'done')
}

const TITLE = 'Set a new password'

/** Target of a reset link, which an administrator or the server's console made. */
export function ResetPage() {
  return (
    <LinkEntry
      title={TITLE}
      check={(secret, signal) => call('POST /api/auth/reset/link', {}, { secret }, { signal })}
    >
      {(whose, secret) => <Reset whose={whose} secret={secret} />}
    </LinkEntry>
  )
}

function Reset({
  whose,
  secret,
}: {
  readonly whose: { readonly name: string; readonly email: string }
  readonly secret: string
}) {
  const [isCodeNext, setIsCodeNext] = useState(false)
  const request = useFormRequest(async (body: BodyFor<'POST /api/auth/reset'>) => {
    const { email } = await call('POST /api/auth/reset', {}, body)
    return firstSignIn(email, body.password)
  })
  const { arrive, isLost } = useArrival('/')
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
            { onSuccess: (next) => (next === 'code' ? setIsCodeNext(true) : arrive()) },
          )
        }
      >
        {isLost ? <LostSessionNotice /> : null}
      </Form>
    </Entry>
  )
}
