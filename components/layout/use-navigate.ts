'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { reachabilityQuery } from '@/lib/queries/reachability'

let newest = 0

/**
 * Opens a page once Kerbside answers: Next's router would replace this one by the browser's error page.
 * @returns whether the page was left; false too when a newer call replaced this one
 */
export function useNavigate(): (href: Route) => Promise<boolean> {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (href) => {
      newest += 1
      const mine = newest
      const isReachable = await client.fetchQuery(reachabilityQuery()).catch(() => false)
      if (!isReachable || mine !== newest) return false
      router.push(href)
      return true
    },
    [client, router],
  )
}
