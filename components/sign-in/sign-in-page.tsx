'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Notice } from '@/components/ui/notice'
import { signInOptionsQuery } from '@/lib/queries/sign-in'
import { CodeForm } from './code-form'
import { Entry } from './entry'
import { LostSessionNotice } from './lost-session-notice'
import { OidcButton } from './oidc-button'
import { PasswordForm } from './password-form'
import { useArrival } from './use-arrival'

/**
 * Continues at once with a session: links on other sites lead here, because their navigation sends no strict cookie.
 * @param next path of the page to go to
 */
export function SignInPage({ next, hasFailed }: { readonly next: string; readonly hasFailed: boolean }) {
  const { data: options, error, refetch } = useQuery(signInOptionsQuery())
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { arrive, isLost } = useArrival(next)
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
          You did not finish signing in with your organisation, or your account has no access to Kerbside. Ask
          your administrator to invite you.
        </Notice>
      ) : null}
      {error ? <ProblemNotice error={error} retry={() => refetch()} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <PasswordForm onAccepted={(step) => (step === 'code' ? setStep('code') : arrive())} />
      {options?.oidc ? <OidcButton next={next} /> : null}
    </Entry>
  )
}
