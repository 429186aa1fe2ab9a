'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { emailField, Form, useFormRequest } from '@/components/layout/form'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { readStored, storageKeys } from '@/components/layout/storage'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Notice } from '@/components/ui/notice'
import { signInWith } from '@/lib/api/client/auth-client'
import { LONGEST_PASSWORD, type SessionEnd } from '@/lib/api/contract/operators'
import { query } from '@/lib/api/queries/query'
import {
  CodeForm,
  Entry,
  LostSessionNotice,
  OidcButton,
  OtherWays,
  PasskeyButton,
  untilArrival,
  useArrival,
} from './entry'

/**
 * Continues at once with a session: links on other sites lead here, as their
 * navigation sends no strict cookie.
 */
export function SignInPage({
  next,
  hasFailed,
}: {
  readonly next: string
  readonly hasFailed: boolean
}) {
  const { data, error, refetch } = useQuery(query('/api/auth'))
  const options = data?.data
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { arrive, isLost } = useArrival(next)
  const isHydrated = useHydrated()
  // The browser drops the cookie when a session has lasted its longest.
  const wasOpen = isHydrated && readStored(storageKeys.sessionEnded) !== null
  const ended = options ? (options.ended ?? (wasOpen ? 'expired' : null)) : null
  const needsNoSignIn = options !== undefined && (options.signedIn || !options.required)
  useEffect(() => {
    if (needsNoSignIn) window.location.replace(next)
  }, [needsNoSignIn, next])
  if (step === 'code') {
    return (
      <Entry title="Sign in" lead="Your account needs a second step.">
        {isLost ? <LostSessionNotice /> : null}
        <CodeForm onSignedIn={arrive} onBack={() => setStep('password')} />
      </Entry>
    )
  }
  return (
    <Entry title="Sign in" lead="Sign in to see vehicles, drivers and bookings.">
      {hasFailed ? (
        <Notice tone="danger" title="Sign-in failed">
          You did not finish signing in with your organisation, or your account has no access to
          Kerbside. Ask your administrator to invite you.
        </Notice>
      ) : null}
      {options?.needsSetUp ? (
        <Notice tone="warning" title="Nobody can sign in yet">
          Open the set-up link that the server printed when it started, to create the first
          administrator. A restart prints a new one.
        </Notice>
      ) : null}
      {ended && !hasFailed ? (
        <Notice
          tone={ended === 'disabled' || ended === 'deleted' ? 'warning' : 'info'}
          title={words[ended].title}
        >
          {words[ended].advice}
        </Notice>
      ) : null}
      {error ? <ProblemNotice error={error} retry={() => refetch()} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <PasswordForm onAccepted={(step) => (step === 'code' ? setStep('code') : arrive())} />
      <p className="text-muted text-sm">Forgot your password? Ask an administrator to reset it.</p>
      <OtherWays>
        <PasskeyButton onSignedIn={arrive} />
        {options?.oidc ? <OidcButton next={next} /> : null}
      </OtherWays>
    </Entry>
  )
}

const words: Readonly<Record<SessionEnd, { title: string; advice: string }>> = {
  expired: {
    title: 'Your session has ended',
    advice: 'Sessions end after an hour without use, and after twelve hours. Sign in to continue.',
  },
  ended: { title: 'An administrator ended your session', advice: 'Sign in to continue.' },
  disabled: {
    title: 'An administrator disabled your account',
    advice: 'Ask an administrator if you need access.',
  },
  deleted: {
    title: 'An administrator deleted your account',
    advice: 'Ask an administrator to invite you if you need access.',
  },
  reset: {
    title: 'An administrator reset your password',
    advice: 'Open the link that they send you to set a new one.',
  },
  changed: {
    title: 'Your password or two-factor was changed in another browser',
    advice: 'Sign in to continue. If you did not change it, contact an administrator.',
  },
  everywhere: { title: 'You signed out everywhere', advice: 'Sign in to continue.' },
}

function PasswordForm({ onAccepted }: { readonly onAccepted: (next: 'done' | 'code') => void }) {
  const request = useFormRequest(signInWith)
  return (
    <Form
      schema={{
        email: { ...emailField, missing: 'Enter your e-mail address.' },
        password: {
          label: 'Password',
          type: 'password',
          autoComplete: 'current-password',
          maxLength: LONGEST_PASSWORD,
          missing: 'Enter your password.',
        },
      }}
      request={untilArrival(request)}
      action="Sign in"
      busy="Signing in"
      layout="card"
      onSubmit={(entry, form) =>
        request.mutate(entry, {
          onSuccess: onAccepted,
          onError: () => {
            const field = form.elements.namedItem('password')
            if (field instanceof HTMLInputElement) field.value = ''
          },
        })
      }
    />
  )
}
