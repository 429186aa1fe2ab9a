'use client'

import type { Route } from 'next'
import NextLink, { type LinkProps } from 'next/link'
import { useState } from 'react'
import { useNavigate } from './use-navigate'

/**
 * Link to a page of Kerbside, fetched ahead when it is pointed at or focused; while Kerbside does not answer, a click
 * leaves this page as it is.
 */
export function Link<Path extends string>({
  href,
  onNavigate,
  prefetch,
  ...rest
}: Omit<LinkProps<Path>, 'href' | 'onFocus' | 'onNavigate' | 'onPointerEnter' | 'prefetch'> & {
  readonly href: Route<Path>
  readonly prefetch?: false
  /** Opens the page in place of the link, with `useNavigate`. */
  readonly onNavigate?: () => void
}) {
  const navigate = useNavigate()
  const [isMeant, setIsMeant] = useState(false)
  return (
    <NextLink
      {...rest}
      href={href as Route}
      // Next would fetch every page that a link in sight leads to, at each load.
      prefetch={isMeant && prefetch !== false}
      onPointerEnter={() => setIsMeant(true)}
      onFocus={() => setIsMeant(true)}
      onNavigate={(event) => {
        event.preventDefault()
        if (onNavigate) onNavigate()
        else void navigate(href as Route)
      }}
    />
  )
}
