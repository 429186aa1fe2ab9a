import { useQuery } from '@tanstack/react-query'
import {
  Blocks,
  Ellipsis,
  History,
  type LucideIcon,
  Map as MapIcon,
  NotebookText,
  Search,
} from 'lucide-react'
import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { Menu, menuItemClass } from '@/components/ui/menu'
import { query } from '@/lib/api/queries/query'
import { useBookingsAddress } from './bookings-address'
import { Link } from './link'

interface Entry {
  readonly href: Route
  readonly label: string
  readonly icon: LucideIcon
}

const pages: readonly Entry[] = [
  { href: '/', label: 'Vehicles', icon: MapIcon },
  { href: '/lookup', label: 'Look up', icon: Search },
  { href: '/bookings', label: 'Bookings', icon: NotebookText },
]

const more: readonly Entry[] = [
  { href: '/recording', label: 'Recordings', icon: History },
  { href: '/integration', label: 'Integration', icon: Blocks },
]

const entryClass =
  'text-muted aria-[current]:border-accent aria-[current]:text-text hover:text-text flex min-h-12 min-w-12 flex-col items-center justify-center gap-0.5 border-0 border-b-3 border-transparent px-1 max-[24rem]:px-0 pt-[3px] text-xs font-semibold md:min-h-11 [@media(height<30rem)]:min-h-11 md:flex-row md:gap-2 md:px-3 md:text-sm'

export function MenuLinks({ links }: { readonly links: readonly Entry[] }) {
  const here = usePathname()
  return links.map(({ href, label, icon: Icon }) => (
    <Link
      key={href}
      href={href}
      aria-current={here.startsWith(href) ? 'page' : undefined}
      className={menuItemClass}
    >
      <Icon aria-hidden className="text-muted size-4 shrink-0" />
      {label}
    </Link>
  ))
}

export function Navigation() {
  const here = usePathname()
  const bookings = useBookingsAddress()
  const operator = useQuery(query('/api/me')).data?.data.operator
  const hasRecordings = useQuery(query('/api/service')).data?.data.recordingHours !== 0
  // The server refuses them to viewers.
  const showsRecordings = hasRecordings && operator?.role !== 'viewer'
  return (
    <nav aria-label="Pages" className="flex min-w-0 flex-wrap self-stretch">
      {pages.map(({ href, label, icon: Icon }) => (
        <Link
          key={href}
          href={href === '/bookings' ? bookings : href}
          aria-current={here === href ? 'page' : undefined}
          className={entryClass}
        >
          <Icon aria-hidden className="size-4" />
          {label}
        </Link>
      ))}
      <Menu
        className={entryClass}
        aria-current={more.some(({ href }) => here.startsWith(href)) ? true : undefined}
        button={
          <>
            <Ellipsis aria-hidden className="size-4" />
            More
          </>
        }
      >
        <MenuLinks links={more.filter(({ href }) => showsRecordings || href !== '/recording')} />
      </Menu>
    </nav>
  )
}
