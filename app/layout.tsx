import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Header } from '@/components/layout/header'
import { PageShortcuts } from '@/components/layout/keyboard/page-shortcuts'
import { UnreachableNotice } from '@/components/layout/link'
import type { Preferences } from '@/components/layout/preferences/preferences'
import { Providers } from '@/components/layout/providers'
import { app } from '@/lib/app/app'
import '@fontsource-variable/inter/wght.css'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Vehicles · Kerbside', template: '%s · Kerbside' },
  description: 'Dispatcher’s dashboard for a vehicle booking service',
  // The map's address holds positions of people's journeys: no other site needs to know it.
  referrer: 'strict-origin',
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1b1e1c' },
  ],
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const preferences = await readPreferences()
  return (
    <html lang="en" data-theme={preferences.theme}>
      <body className="flex h-dvh flex-col overflow-hidden">
        <a
          href="#main"
          className="bg-surface shadow-raised sr-only z-50 rounded-md p-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        <Providers preferences={preferences} settings={app().pageSettings}>
          <Header />
          <UnreachableNotice />
          <PageShortcuts />
          <main
            id="main"
            tabIndex={-1}
            className="relative flex min-h-0 flex-1 flex-col overflow-y-auto focus:outline-none"
          >
            {children}
          </main>
        </Providers>
      </body>
    </html>
  )
}

async function readPreferences(): Promise<Preferences> {
  const jar = await cookies()
  const theme = jar.get('theme')?.value
  const zone = jar.get('zone')?.value
  const clock = jar.get('clock')?.value
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    clock: clock === '12' || clock === '24' ? clock : 'region',
    units: jar.get('units')?.value === 'miles' ? 'miles' : 'kilometres',
    name: jar.get('name')?.value === 'licence_plate' ? 'licence_plate' : 'our_ref',
    zone:
      zone && Intl.supportedValuesOf('timeZone').concat('UTC').includes(zone) ? zone : undefined,
  }
}
