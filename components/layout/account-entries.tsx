import { ScrollText, Settings, UserRound, Users } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { closeMenu, menuItemClass } from '@/components/ui/menu'
import type { Role } from '@/lib/api/contract/operators'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'
import { MenuLinks } from './navigation'
import { SignOutButton } from './sign-out-button'

const forAll = [{ href: '/account', label: 'Your account', icon: UserRound }] as const
const forAdministrators = [
  { href: '/operators', label: 'Operators', icon: Users },
  { href: '/audit', label: 'Audit log', icon: ScrollText },
] as const

export function AccountEntries({
  operator: { name, email, role },
  onSettings,
}: {
  readonly operator: { readonly name: string; readonly email: string; readonly role: Role }
  /** On a phone, where the header has no room for the button. */
  readonly onSettings: () => void
}) {
  return (
    <>
      <div className="border-line mb-1 flex flex-col items-start gap-1 border-b px-2 pt-1 pb-3">
        <p className="font-semibold [overflow-wrap:anywhere]">{safeText(name)}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{safeText(email)}</p>
        <Badge>{roleWords[role].label}</Badge>
      </div>
      <nav aria-label="Account" className="flex flex-col">
        <MenuLinks links={role === 'administrator' ? [...forAll, ...forAdministrators] : forAll} />
      </nav>
      <button
        type="button"
        className={`${menuItemClass} sm:hidden`}
        onClick={(event) => closeMenu(event, onSettings)}
      >
        <Settings aria-hidden className="text-muted size-4 shrink-0" />
        Display settings
      </button>
      <div className="border-line mt-1 border-t pt-2">
        <SignOutButton />
      </div>
    </>
  )
}
