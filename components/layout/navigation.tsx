'use client'

import { BookOpen, Car, Eye, Map as MapIcon, NotebookText, Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Link } from './link'

const pages = [
  { href: '/', example: false, label: 'Map', icon: MapIcon },
  { href: '/lookup', example: false, label: 'Look up', icon: Search },
  { href: '/bookings', example: false, label: 'Bookings', icon: NotebookText },
  { href: '/vehicles/example', example: true, label: 'Vehicle', icon: Car },
  // On narrow screens, the bookings page links to it.
  { href: '/bookings/example', example: true, onlyWide: true, label: 'Booking', icon: BookOpen },
  { href: '/observations', example: false, label: 'Observations', icon: Eye },
] as const

export function Navigation() {
  const here = usePathname()
  const nav = useRef<HTMLElement>(null)
  // Narrow screens scroll the menu: keep the current page visible.
  useEffect(() => {
    nav.current
      ?.querySelector(`[href="${CSS.escape(here)}"]`)
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [here])
  return (
    <nav
      ref={nav}
      aria-label="Pages"
      className="flex min-w-0 self-stretch overflow-x-auto [scrollbar-width:none]"
    >
      {pages.map(({ href, label, example, icon: Icon, ...page }) => (
        <Link
          key={href}
          href={href}
          aria-current={here === href ? 'page' : undefined}
          className={`${'onlyWide' in page ? 'max-md:hidden' : ''} text-muted aria-[current=page]:border-kerb aria-[current=page]:text-text hover:text-text flex min-h-12 min-w-11 shrink-0 flex-col items-center justify-center gap-0.5 border-b-3 border-transparent px-0.5 pt-[3px] text-[11px] font-medium md:min-h-13 md:flex-row md:gap-2 md:px-3 md:text-sm`}
        >
          <Icon aria-hidden className="size-4" />
          <span>
            {example ? <span className="max-md:sr-only">Example </span> : null}
            <span className={example ? 'capitalize md:lowercase' : ''}>{label}</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}
