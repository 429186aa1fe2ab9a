'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { clearStorage, signOut, storageKeys, writeStored } from '@/components/layout/storage'
import { onDemand } from '@/components/ui/on-demand'
import { isPublicPage, signInPage } from '@/lib/api/contract/pages'
import { createQueryClient } from '@/lib/api/queries/query'
import type { PageSettings } from '@/lib/app/settings/read-settings'
import { setStatusWords } from '@/lib/format/status/given-readings'
import { loadPageStream } from '@/lib/live/client/load-page-stream'
import { NavigateProvider } from './link'
import { type Preferences, PreferencesProvider } from './preferences/preferences'

/** Nothing of the first view needs it. */
const PageTopics = onDemand(async () => {
  const [{ PageTopics: Topics }, { pageStream }] = await Promise.all([
    import('./page-topics'),
    loadPageStream(),
  ])
  return { PageTopics: () => <Topics stream={pageStream} /> }
}, 'PageTopics')

export function Providers({
  preferences,
  settings,
  children,
}: {
  readonly preferences: Preferences
  readonly settings: PageSettings
  readonly children: ReactNode
}) {
  const [client] = useState(() => {
    setStatusWords({
      free: settings.STATUS_FREE,
      busy: settings.STATUS_BUSY,
      off: settings.STATUS_OFF,
    })
    return createQueryClient(signInAgain, settings.SERVICE_TIMEOUT_SECONDS)
  })
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <PreferencesProvider initial={preferences}>
          <PageTopics />
          <NavigateProvider>{children}</NavigateProvider>
        </PreferencesProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  )
}

/**
 * Loads the sign-in page as a new document, so that nothing in memory outlives the
 * session; sign-in returns here.
 */
function signInAgain() {
  if (signOut.isRunning || isPublicPage(window.location.pathname)) return
  clearStorage()
  writeStored(storageKeys.sessionEnded, 'yes')
  window.location.replace(signInPage(window.location.pathname + window.location.search))
}
