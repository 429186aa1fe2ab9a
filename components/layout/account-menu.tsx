'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, ScrollText, UserRound, Users, Webhook } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button'
import { Menu, menuItemClass } from '@/components/ui/menu'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { meQuery } from '@/lib/queries/operators/me'
import { Link } from './link'
import { SignOutButton } from './sign-out-button'
import { useHydrated } from './use-hydrated'

const forAll = [{ href: '/account', label: 'Your account', icon: UserRound }] as const
const forAdministrators = [
  { href: '/operators', label: 'Operators', icon: Users },
  { href: '/webhooks', label: 'Webhook addresses', icon: Webhook },
  { href: '/audit', label: 'Audit log', icon: ScrollText },
] as const

/** The signed-in operator's menu; absent without sign-in. */
export function AccountMenu() {
  const isHydrated = useHydrated()
  const operator = useQuery(meQuery()).data?.operator
  if (!isHydrated || !operator) return null
  const name = safeText(operator.name)
  const links = operator.role === 'administrator' ? [...forAll, ...forAdministrators] : forAll
  return (
    <Menu
      aria-label={`Account of ${name}`}
      title={name}
      className={buttonClass('ghost', 'min-w-11 max-md:px-0 md:min-w-9')}
      button={
        <>
          <CircleUserRound aria-hidden className="size-5 shrink-0" />
          <span className="max-w-40 truncate max-lg:hidden">{name}</span>
        </>
      }
    >
      <div className="border-line mb-1 flex flex-col items-start gap-1 border-b px-2 pt-1 pb-3">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{safeText(operator.email)}</p>
        <Badge>{roleWords[operator.role].label}</Badge>
      </div>
      <nav aria-label="Account" className="flex flex-col">
        {links.map(({ href, label, icon: Icon }) => (
          <Link key={href} href={href} className={menuItemClass}>
            <Icon aria-hidden className="text-muted size-4" />
            {label}
          </Link>
        ))}
      </nav>
      <div className="border-line mt-1 border-t pt-2">
        <SignOutButton />
      </div>
    </Menu>
  )
}
