import { AccountMenu } from './account-menu'
import { Link } from './link'
import { Navigation } from './navigation'
import { OnceSignedIn } from './once-signed-in'
import { SettingsButton } from './preferences/settings-button'
import { ServiceHealth } from './service-health'

export function Header() {
  return (
    <header className="group/header bg-surface border-line z-20 flex shrink-0 flex-wrap items-center gap-x-1 border-b px-1 md:gap-x-6 md:px-4">
      <Wordmark />
      <OnceSignedIn>
        <Navigation />
      </OnceSignedIn>
      <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-3">
        <OnceSignedIn>
          <ServiceHealth />
        </OnceSignedIn>
        <SettingsButton />
        <OnceSignedIn>
          <AccountMenu />
        </OnceSignedIn>
      </div>
    </header>
  )
}

/** Logo and name; hidden on phones. */
function Wordmark() {
  return (
    <Link
      href="/"
      className="flex min-h-11 items-center gap-2 px-1 max-sm:group-has-[nav]/header:hidden text-base font-bold tracking-tight"
    >
      <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
        <rect x="1" y="1" width="6" height="18" rx="1.5" className="fill-muted" />
        <rect x="10" y="1" width="3" height="18" rx="1" className="fill-kerb" />
        <rect x="15.5" y="1" width="3" height="18" rx="1" className="fill-kerb" />
      </svg>
      <span>Kerbside</span>
    </Link>
  )
}
