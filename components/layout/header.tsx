'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, Settings } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { AlertBell } from '@/components/layout/alerts/alert-bell'
import { Link } from '@/components/layout/link'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Badge } from '@/components/ui/badge'
import { buttonClass, IconButton } from '@/components/ui/button'
import { Mark } from '@/components/ui/mark'
import { Menu } from '@/components/ui/menu'
import { onDemand } from '@/components/ui/on-demand'
import { describeError } from '@/lib/api/client/errors'
import { isPublicPage } from '@/lib/api/contract/pages'
import { problemKinds } from '@/lib/api/contract/problems'
import { query } from '@/lib/api/queries/query'
import { setStatusReadings } from '@/lib/format/status/given-readings'
import { safeText } from '@/lib/format/text'
import { Navigation } from './navigation'

/** Asks for what administrators say that statuses mean: all pages show them. */
function StatusReadings() {
  const readings = useQuery(query('/api/status-readings')).data?.data
  useEffect(() => {
    if (readings) setStatusReadings(readings)
  }, [readings])
  return null
}

export function Header() {
  // There requests would be refused.
  const isPublic = isPublicPage(usePathname())
  const [hasSettingsOpen, setHasSettingsOpen] = useState(false)
  const openSettings = () => setHasSettingsOpen(true)
  return (
    <header className="group/header bg-surface border-line z-20 flex shrink-0 flex-wrap items-center gap-x-1 border-b px-1 max-[22.4rem]:gap-x-0 max-[22.4rem]:px-0 md:gap-x-6 md:px-4">
      <Wordmark />
      {isPublic ? null : <Navigation />}
      {isPublic ? null : <StatusReadings />}
      <div className="ml-auto flex shrink-0 items-center gap-1 max-[24rem]:gap-0 md:gap-3">
        {isPublic ? null : <ServiceHealth />}
        {isPublic ? null : <AlertBell />}
        {/* Signed in, a phone has no room for it: the account's menu has it there. */}
        <IconButton
          icon={Settings}
          label="Display settings"
          variant="ghost"
          className="group-has-data-account/header:max-sm:hidden [&>svg]:size-5"
          onClick={openSettings}
        />
        {isPublic ? null : <AccountMenu onSettings={openSettings} />}
      </div>
      {hasSettingsOpen ? <SettingsDialog onClose={() => setHasSettingsOpen(false)} /> : null}
    </header>
  )
}

function Wordmark() {
  return (
    <Link
      href="/"
      className="flex min-h-11 items-center gap-2 px-1 max-sm:group-has-[nav]/header:hidden text-base font-semibold tracking-tight"
    >
      <Mark className="size-5" />
      <span>Kerbside</span>
    </Link>
  )
}

const AccountEntries = onDemand(() => import('./account-entries'), 'AccountEntries')

function AccountMenu({ onSettings }: { readonly onSettings: () => void }) {
  const isHydrated = useHydrated()
  const operator = useQuery(query('/api/me')).data?.data.operator
  if (!isHydrated || !operator) return null
  const name = safeText(operator.name)
  return (
    <Menu
      aria-label={`Account of ${name}`}
      title={name}
      data-account
      className={buttonClass('ghost', 'min-w-11 max-md:px-0 md:min-w-9')}
      button={
        <>
          <CircleUserRound aria-hidden className="size-5 shrink-0" />
          <span className="max-w-40 truncate max-lg:hidden">{name}</span>
        </>
      }
    >
      <AccountEntries operator={operator} onSettings={onSettings} />
    </Menu>
  )
}

const SettingsDialog = onDemand(() => import('./preferences/settings-dialog'), 'SettingsDialog')

function ServiceHealth() {
  const { data, error } = useQuery(query('/api/service'))
  const upstream = data?.data.upstream
  const serviceFailure = upstream?.failure ? problemKinds[upstream.failure].title : null
  const failure = error ? describeError(error).title : serviceFailure
  const isKnown = Boolean(upstream?.lastSuccessAt)
  return (
    <div className="flex items-center gap-2 max-sm:flex-col max-sm:gap-1">
      {upstream?.kind === 'reference' ? (
        <Badge
          tone="warning"
          title="Vehicles, people and bookings here come from the built-in reference service"
        >
          Demo<span className="sr-only md:not-sr-only"> data</span>
        </Badge>
      ) : null}
      {upstream || error ? (
        <span
          className="text-muted flex items-center gap-1.5 text-xs"
          title={failure ?? upstream?.baseUrl ?? undefined}
        >
          <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
            <HealthShape hasFailed={failure !== null} isKnown={isKnown} />
          </svg>
          <span
            className={failure ? 'text-danger sr-only lg:not-sr-only' : 'sr-only lg:not-sr-only'}
          >
            {failure ?? (isKnown ? 'Service OK' : 'Not contacted yet')}
          </span>
        </span>
      ) : null}
    </div>
  )
}

/** Another shape for each state, beside its colour. */
function HealthShape({ hasFailed, isKnown }: { hasFailed: boolean; isKnown: boolean }) {
  if (hasFailed) return <path d="M5 0 10 9.5H0Z" className="fill-danger" />
  if (isKnown) return <circle cx="5" cy="5" r="5" className="fill-good" />
  return <circle cx="5" cy="5" r="4" className="stroke-muted fill-none" strokeWidth="2" />
}
