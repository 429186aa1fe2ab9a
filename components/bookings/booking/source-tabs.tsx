import type { UseQueryResult } from '@tanstack/react-query'
import { addressOfSource } from '@/components/bookings/table/list-filters'
import { useBookingsAddress } from '@/components/layout/bookings-address'
import { Link } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { ReadAt } from '@/components/record/record-state'

export type ListScope = 'all' | 'arrived' | 'opened'

type Tab = ListScope | 'example'

/** @param props.query of the page, to reload it */
export function SourceTabs(props: { readonly current: Tab; readonly query?: UseQueryResult }) {
  const { current, query } = props
  const isViewer = useIsViewer()
  const list = useBookingsAddress()
  const tabs = [
    { name: 'all', label: 'All bookings', href: addressOfSource(list, null) },
    { name: 'arrived', label: 'Arrived', href: addressOfSource(list, 'arrived') },
    { name: 'opened', label: 'Opened here', href: addressOfSource(list, 'opened') },
    { name: 'example', label: 'Example', href: '/bookings/example' },
  ] as const
  const nav = isViewer ? null : (
    <nav aria-label="Sources of bookings" className="flex min-w-0 flex-wrap print:hidden">
      {tabs.map(({ name, label, href }) => (
        <Link
          key={name}
          href={href}
          aria-current={name === current ? 'page' : undefined}
          className="text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-2 md:min-h-9"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
  if (!query) return nav
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ReadAt query={query} />
      {nav}
    </div>
  )
}
