'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useCallback, useContext, useRef } from 'react'
import { reachabilityQuery } from '@/lib/api/queries/reachability'

/** Opens a page; resolves to whether this one was left. */
type Navigate = (href: Route) => Promise<boolean>

const Context = createContext<Navigate>(() =>
  Promise.reject(new Error('useNavigate() can only navigate in a descendant of <NavigateProvider>')),
)

/** Opens pages once Kerbside answers: Next's router would replace this one by the browser's error page. */
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
