'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { roleWords } from '@/lib/format/role-words'
import { type Myself, meQuery } from '@/lib/queries/me'

/** A page for administrators says so to others, as a courtesy: what it reads, the server refuses them. */
export function ForAdministrators({ children }: { readonly children: (myself: Myself) => ReactNode }) {
  const { data, error, refetch } = useQuery(meQuery())
  if (data === undefined)
    return error ? (
      <ProblemNotice error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton label="Loading" lines={6} />
    )
  if (data.operator === null) return <NoSignInNotice />
  if (data.operator.role !== 'administrator')
    return (
      <Notice title="For administrators">
        You are signed in as {roleWords[data.operator.role].label.toLowerCase()}. Ask an administrator for
        another role if you need this page.
      </Notice>
    )
  return children(data.operator)
}

/** Kerbside runs without sign-in: on one machine, for one person. */
export function NoSignInNotice() {
  return (
    <Notice title="Nobody signs in here">
      Kerbside runs without sign-in on this machine: there are no operators, and nothing is written down about
      who did what.
    </Notice>
  )
}
