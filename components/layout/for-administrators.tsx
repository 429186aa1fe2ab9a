import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { Myself } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'
import { roleWords } from '@/lib/format/role-words'
import { QueryState } from './query-state'

/** Explains an administrators' page to other roles; the server refuses its data anyway. */
export function ForAdministrators({
  withoutSignIn = <NoSignInNotice />,
  children,
}: {
  /** Without sign-in every role is granted. */
  readonly withoutSignIn?: ReactNode
  readonly children: (myself: Myself) => ReactNode
}) {
  const me = useQuery(query('/api/me'))
  // A later failure is reported by the page's own queries.
  if (!me.data)
    return (
      <QueryState query={me} loading={<Skeleton label="Loading" lines={6} />}>
        {() => null}
      </QueryState>
    )
  const { operator } = me.data.data
  if (operator === null) return withoutSignIn
  if (operator.role === 'administrator') return children(operator)
  return (
    <Notice title="For administrators">
      You are signed in as {roleWords[operator.role].label.toLowerCase()}. Ask an administrator for
      another role if you need this page.
    </Notice>
  )
}

export function NoSignInNotice() {
  return (
    <Notice title="Sign-in is switched off">
      Kerbside runs without sign-in here, so there are no accounts, operators or audit log.
    </Notice>
  )
}
