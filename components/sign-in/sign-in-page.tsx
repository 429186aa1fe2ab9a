'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Notice } from '@/components/ui/notice'
import { signInWaysQuery } from '@/lib/queries/sign-in'
import { CodeForm } from './code-form'
import { Entry } from './entry'
import { LostSessionNotice } from './lost-session-notice'
import { OidcButton } from './oidc-button'
import { PasswordForm } from './password-form'
import { useArrival } from './use-arrival'

/**
 * Signs in and goes on. Who has a session goes on at once: a link on another site's page leads here, since the
 * session's cookie does not come along from there.
 * @param next a page of ours
 */
export function SignInPage({ next, hasFailed }: { readonly next: string; readonly hasFailed: boolean }) {
  const { data: ways, error, refetch } = useQuery(signInWaysQuery())
  const [step, setStep] = useState<'password' | 'code'>('password')
  const { arrive, isLost } = useArrival(next)
  const goesOn = ways !== undefined && (ways.signedIn || !ways.required)
  useEffect(() => {
    if (goesOn) window.location.replace(next)
  }, [goesOn, next])
  if (step === 'code') {
    return (
      <Entry title="Sign in" lead="Your account asks for a second step.">
        {isLost ? <LostSessionNotice /> : null}
        <CodeForm onEntered={arrive} onBack={() => setStep('password')} />
      </Entry>
    )
  }
  return (
    <Entry title="Sign in" lead="Vehicles, drivers and bookings are shown to operators only.">
      {hasFailed ? (
        <Notice tone="danger" title="Sign-in failed">
          Signing in with your organisation was not finished, or the account there is not that of an operator
          here. Then ask your administrator to invite you.
        </Notice>
      ) : null}
      {error ? <ProblemNotice error={error} retry={() => refetch()} /> : null}
      {isLost ? <LostSessionNotice /> : null}
      <PasswordForm onEntered={(entered) => (entered === 'code' ? setStep('code') : arrive())} />
      {ways?.oidc ? <OidcButton next={next} /> : null}
    </Entry>
  )
}
