import { addressOfSource } from '@/components/bookings/table/list-filters'
import { useBookingsAddress } from '@/components/layout/bookings-address'
import { LinkTabs } from '@/components/layout/link-tabs'
import { useIsViewer } from '@/components/layout/use-is-viewer'

/** Sources of the bookings in a list. */
export type ListScope = 'all' | 'arrived' | 'opened'

export type BookingsTab = 'due' | ListScope

const labels: Readonly<Record<BookingsTab, string>> = {
  due: 'Due',
  all: 'All bookings',
  arrived: 'Received',
  opened: 'Opened here',
}

export function SourceTabs({ current }: { readonly current: BookingsTab }) {
  const isViewer = useIsViewer()
  const list = useBookingsAddress()
  if (isViewer) return null
  const tabs = [
    { label: labels.due, href: addressOfSource(list, 'due') },
    { label: labels.all, href: addressOfSource(list, 'all') },
    { label: labels.arrived, href: addressOfSource(list, 'arrived') },
    { label: labels.opened, href: addressOfSource(list, 'opened') },
  ]
  return <LinkTabs label="Sources of bookings" tabs={tabs} current={labels[current]} />
}
