import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PreferencesProvider } from '@/components/layout/preferences/preferences'

/**
 * The HTML of a part of a page, for an operator with the usual preferences.
 * @param client has the answers that it shows
 */
export function render(part: ReactNode, { zone = 'UTC', client = new QueryClient() } = {}): string {
  const preferences = {
    theme: 'system',
    zone,
    clock: '24',
    name: 'our_ref',
    units: 'kilometres',
  } as const
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PreferencesProvider initial={preferences}>{part}</PreferencesProvider>
    </QueryClientProvider>,
  )
}

export const textIn = (html: string) => html.replaceAll(/<[^>]+>/g, '')

/** The same with a space between its elements. */
export const wordsIn = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
