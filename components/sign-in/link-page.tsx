'use client'

import { useQuery } from '@tanstack/react-query'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { linkQuery, signInOptionsQuery } from '@/lib/queries/operators/sign-in'
import { AcceptForm } from './accept-form'
import { Entry } from './entry'
import { IncompleteLink, LoadingLink } from './link-entry'
import { OidcButton } from './oidc-button'
import { useLinkSecret } from './use-link-secret'

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
