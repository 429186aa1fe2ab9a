'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ArrivedList } from '@/lib/api/queries/bookings/arrived-bookings'
import { meQuery } from '@/lib/api/queries/operators/me'
import { counted } from '@/lib/format/number'

/** Why no booking has arrived, or why the list is not as it is now; nothing while bookings arrive. */
export function ArrivalNotice({
  list,
  error,
  showing,
  retry,
  className,
}: {
  /** Undefined until it was read. */
  readonly list: ArrivedList | undefined
  readonly error: Error | null
  /** Time of the list that is shown. */
  readonly showing: string
  readonly retry: () => void
  readonly className?: string
}) {
  if (error) return <ProblemNotice error={error} retry={retry} showing={list && showing} />
  if (!list) return null
  if (list.unreadable > 0) return <UnreadableNotice count={list.unreadable} className={className} />
  if (!list.isReceiving) return <NoAddressNotice hasArrived={list.entries.length > 0} className={className} />
  if (list.entries.length > 0) return null
  return (
    <Notice title="Waiting for the first booking" className={className}>
      A webhook address is in use. Bookings appear here as soon as the service delivers one.
    </Notice>
  )
}

function UnreadableNotice({ count, className }: { readonly count: number; readonly className?: string }) {
  return (
    <Notice tone="warning" title={`${counted(count, 'booking')} cannot be decrypted`} className={className}>
      They arrived while <code>KERBSIDE_SECRET</code> was another one. They appear once an administrator sets
      it back, or else are deleted by age.
    </Notice>
  )
}

function NoAddressNotice({
  hasArrived,
  className,
}: {
  readonly hasArrived: boolean
  readonly className?: string
}) {
  const role = useQuery(meQuery()).data?.operator?.role ?? 'administrator'
  const title = hasArrived
    ? 'No new bookings arrive: no webhook address is in use'
    : 'Bookings do not arrive by themselves yet'
  if (role !== 'administrator')
    return (
      <Notice title={title} className={className}>
        Ask an administrator to make a webhook address, to which the service delivers bookings.
      </Notice>
    )
  return (
    <Notice
      title={title}
      className={className}
      action={
        <Link href="/webhooks" className={buttonClass()}>
          Webhook addresses
        </Link>
      }
    >
      Bookings appear here when the service delivers them to a webhook address. Make an address and register
      it there.
    </Notice>
  )
}
