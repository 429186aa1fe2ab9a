'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ArrivedList } from '@/lib/api/queries/arrived-bookings'
import { query } from '@/lib/api/queries/query'
import { counted } from '@/lib/format/number'

/** Why no booking has arrived, or why the list is not as it is now; nothing while bookings arrive. */
export function ArrivalNotice({
  list,
  error,
  showing,
  retry,
}: {
  /** Undefined until it was read. */
  readonly list: ArrivedList | undefined
  readonly error: Error | null
  /** Time of the list that is shown. */
  readonly showing: string
  readonly retry: () => void
}) {
  const role = useQuery(query('/api/me')).data?.data.operator?.role ?? 'administrator'
  if (error) return <ProblemNotice error={error} retry={retry} showing={list && showing} />
  if (!list) return null
  if (list.unreadable > 0)
    return (
      <Notice tone="warning" title={`${counted(list.unreadable, 'booking')} cannot be decrypted`}>
        They arrived while <code>KERBSIDE_SECRET</code> was another one. They appear once an administrator
        sets it back, or else are deleted by age.
      </Notice>
    )
  if (list.isReceiving)
    return list.entries.length > 0 ? null : (
      <Notice title="Waiting for the first booking">
        A webhook address is in use. Bookings appear here as soon as the service delivers one.
      </Notice>
    )
  const isAdministrator = role === 'administrator'
  return (
    <Notice
      title={
        list.entries.length > 0
          ? 'No new bookings arrive: no webhook address is in use'
          : 'Bookings do not arrive by themselves yet'
      }
      action={
        isAdministrator ? (
          <Link href="/webhooks" className={buttonClass()}>
            Webhook addresses
          </Link>
        ) : undefined
      }
    >
      {isAdministrator
        ? 'Bookings appear here when the service delivers them to a webhook address. Make an address and register it there.'
        : 'Ask an administrator to make a webhook address, to which the service delivers bookings.'}
    </Notice>
  )
}
