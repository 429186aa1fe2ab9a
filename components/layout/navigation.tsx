import { Blocks, type LucideIcon, Map as MapIcon, NotebookText, Search } from 'lucide-react'
import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { menuItemClass } from '@/components/ui/menu'
import { useBookingsAddress } from './bookings-address'
import { Link } from './link'

interface Entry {
  readonly href: Route
  readonly label: string
  readonly icon: LucideIcon
  /** A phone has no room for its label; the narrowest have none for any. */
  readonly isIconOnPhone?: boolean
}

const pages: readonly Entry[] = [
  { href: '/', label: 'Vehicles', icon: MapIcon },
  { href: '/lookup', label: 'Look up', icon: Search },
  { href: '/bookings', label: 'Bookings', icon: NotebookText },
  { href: '/integration', label: 'Integration', icon: Blocks, isIconOnPhone: true },
]

/** Integration has pages of its own; the map is the beginning of every path. */
function isOf(here: string, href: Route): boolean {
  return here === href || (href === '/integration' && here.startsWith(href))
}

const entryClass =
  'text-muted aria-[current]:border-accent aria-[current]:text-text hover:text-text flex min-h-12 min-w-12 max-[22.4rem]:min-w-11 flex-col items-center justify-center gap-0.5 border-0 border-b-3 border-transparent px-1 max-[24rem]:px-0 pt-[3px] text-xs font-semibold md:min-h-11 [@media(height<30rem)]:min-h-11 md:flex-row md:gap-2 md:px-3 md:text-sm'

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
  return (
    <nav aria-label="Pages" className="flex min-w-0 flex-wrap self-stretch">
      {pages.map(({ href, label, icon: Icon, isIconOnPhone }) => (
        <Link
          key={href}
          href={href === '/bookings' ? bookings : href}
          aria-current={isOf(here, href) ? 'page' : undefined}
          title={isIconOnPhone ? label : undefined}
          className={entryClass}
        >
          <Icon aria-hidden className="size-4" />
          <span className={isIconOnPhone ? 'max-sm:sr-only' : 'max-[22.4rem]:sr-only'}>
            {label}
          </span>
        </Link>
      ))}
    </nav>
  )
}
