'use client'

import type { Route } from 'next'
import NextLink, { type LinkProps } from 'next/link'
import { useNavigate } from './use-navigate'

/** Link to a page of Kerbside; while Kerbside does not answer, a click leaves this page as it is. */
export function Link<Path extends string>({
  href,
  onNavigate,
  ...rest
}: Omit<LinkProps<Path>, 'href' | 'onNavigate' | 'prefetch'> & {
  readonly href: Route<Path>
  /** Opens the page in place of the link, with `useNavigate`. */
  readonly onNavigate?: () => void
}) {
  const navigate = useNavigate()
  return (
    <NextLink
      {...rest}
      href={href as Route}
      // Requests at every load that spare a click nothing: docs/decisions/083-less-work-per-page-load.md
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        if (onNavigate) onNavigate()
        else void navigate(href as Route)
      }}
    />
  )
}
