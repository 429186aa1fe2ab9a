import { AccountMenu } from './account-menu'
import { Navigation } from './navigation'
import { OnceSignedIn } from './once-signed-in'
import { ServiceHealth } from './service-health'
import { SettingsButton } from './settings-button'
import { Wordmark } from './wordmark'

export function Header() {
  return (
    <header className="group/header bg-surface border-line z-20 flex shrink-0 items-center gap-x-1 border-b px-1 md:gap-x-6 md:px-4">
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
