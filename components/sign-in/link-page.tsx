'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { linkQuery, signInOptionsQuery } from '@/lib/queries/sign-in'
import { AcceptForm } from './accept-form'
import { Entry } from './entry'
import { OidcButton } from './oidc-button'

const SECRET = /^#([\w-]{43})$/

/** Target of a one-time invitation link. Its secret is in the fragment, which browsers never send. */
export function LinkPage({ kind }: { readonly kind: 'set-up' | 'invitation' }) {
  const hash = useSyncExternalStore(listenToHash, readHash, () => null)
  const secret = SECRET.exec(hash ?? '')?.[1] ?? null
  const title = kind === 'set-up' ? 'Set up Kerbside' : 'Welcome to Kerbside'
  if (hash === null) return <Loading title={title} />
  if (secret === null) {
    return (
      <Entry title={title}>
        <Notice tone="warning" title="The link is incomplete">
          Copy the whole link and open it again.
        </Notice>
      </Entry>
    )
  }
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
  if (!link) return <Loading title={title} />
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

function Loading({ title }: { readonly title: string }) {
  return (
    <Entry title={title}>
      <Skeleton label="Checking the link" lines={6} />
    </Entry>
  )
}

function listenToHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

function readHash(): string {
  return window.location.hash
}
