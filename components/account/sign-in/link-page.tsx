'use client'

import { useQuery } from '@tanstack/react-query'
import { emailField, Form, newPasswordFields } from '@/components/layout/form'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { linkQuery, signInOptionsQuery, useAcceptInvitation } from '@/lib/api/queries/operators/sign-in'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import {
  Entry,
  IncompleteLink,
  LoadingLink,
  LostSessionNotice,
  OidcButton,
  untilArrival,
  useArrival,
  useLinkSecret,
} from './entry'

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
  const request = useAcceptInvitation()
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
