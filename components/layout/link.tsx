'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Route } from 'next'
import NextLink, { type LinkProps } from 'next/link'
import { useRouter } from 'next/navigation'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
} from 'react'
import { type Button, buttonClass, IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { reachabilityQuery } from '@/lib/api/queries/query'

const TEXT_LINK =
  'text-accent inline-block underline underline-offset-2 max-md:min-h-11 max-md:content-center'

/**
 * Link to a page of Kerbside; while Kerbside does not answer, a click leaves this page as it is.
 */
export function Link<Path extends string>({
  href,
  onNavigate,
  button,
  icon: Icon,
  className = button ? '' : TEXT_LINK,
  children,
  ...rest
}: Omit<LinkProps<Path>, 'href' | 'onNavigate' | 'prefetch'> & {
  readonly href: Route<Path>
  readonly onNavigate?: () => void
  readonly button?: ComponentProps<typeof Button>['variant']
  readonly icon?: ComponentProps<typeof Button>['icon']
}) {
  const navigate = useNavigate()
  return (
    <NextLink
      {...rest}
      href={href as Route}
      // Requests at every load that spare a click nothing:
      // docs/decisions/083-less-work-per-page-load.md
      prefetch={false}
      className={button ? buttonClass(button, className) : className}
      onNavigate={(event) => {
        event.preventDefault()
        if (onNavigate) onNavigate()
        else void navigate(href as Route)
      }}
    >
      {Icon ? <Icon aria-hidden className="size-4 shrink-0" /> : null}
      {children}
    </NextLink>
  )
}

/** Opens a page; resolves to whether this one was left. */
type Navigate = (href: Route) => Promise<boolean>

const Context = createContext<Navigate>(() =>
  Promise.reject(
    new Error('useNavigate() can only navigate in a descendant of <NavigateProvider>'),
  ),
)

/**
 * Opens pages once Kerbside answers: Next's router would replace this one by
 * the browser's error page.
 */
export function NavigateProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const router = useRouter()
  const newest = useRef(0)
  const navigate = useCallback<Navigate>(
    async (href) => {
      newest.current += 1
      const mine = newest.current
      const isReachable = await client.fetchQuery(reachabilityQuery()).catch(() => false)
      // A newer call replaces this one.
      if (!isReachable || mine !== newest.current) return false
      router.push(href)
      return true
    },
    [client, router],
  )
  return <Context value={navigate}>{children}</Context>
}

export function useNavigate(): Navigate {
  return useContext(Context)
}

/**
 * Says why a click left the page as it was, until Kerbside answers again. Over the
 * page, so that no map moves.
 */
export function UnreachableNotice() {
  const client = useQueryClient()
  const { isError } = useQuery({
    ...reachabilityQuery(),
    // Only after a click; then every five seconds.
    enabled: ({ state }) => state.status === 'error',
  })
  if (!isError) return null
  return (
    <div className="relative z-30 h-0">
      <Notice
        tone="warning"
        title="Kerbside cannot be reached"
        className="shadow-raised absolute inset-x-2 top-2 mx-auto max-w-md"
        action={
          <IconButton
            icon={X}
            label="Dismiss the notice"
            variant="ghost"
            onClick={() => void client.resetQueries(reachabilityQuery())}
            className="-my-1 -mr-1"
          />
        }
      >
        <p>This page stays open. Click again once the connection is back.</p>
      </Notice>
    </div>
  )
}
