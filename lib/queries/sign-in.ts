import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/call'
import type { acceptanceSchema, passwordEntrySchema } from '@/lib/contract/sign-in'

/** How one signs in here, and whether this browser has. */
export function signInWaysQuery() {
  return queryOptions({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => call('GET /api/auth', '/api/auth', undefined, { signal }),
  })
}

/** What a link is for; its secret is 43 characters of base64url. */
export function linkQuery(secret: string) {
  return queryOptions({
    queryKey: ['link', secret],
    queryFn: ({ signal }) => call('POST /api/auth/link', '/api/auth/link', { secret }, { signal }),
    // Asking again cannot make it valid, and what is being typed stays.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
}

export function useEnterPassword() {
  return useMutation({
    mutationFn: (entry: z.infer<typeof passwordEntrySchema>) =>
      call('POST /api/auth/sign-in', '/api/auth/sign-in', entry),
  })
}

export function useEnterCode() {
  return useMutation({
    mutationFn: (code: string) => call('POST /api/auth/sign-in/code', '/api/auth/sign-in/code', { code }),
  })
}

/** Answers the address of the OpenID provider's page. */
export function useBeginOidc() {
  return useMutation({
    mutationFn: (next: string) => call('POST /api/auth/sign-in/oidc', '/api/auth/sign-in/oidc', { next }),
  })
}

export function useAccept() {
  return useMutation({
    mutationFn: (acceptance: z.infer<typeof acceptanceSchema>) =>
      call('POST /api/auth/accept', '/api/auth/accept', acceptance),
  })
}

/** Whether the browser kept the session that it was given. */
export function useHasSession() {
  const client = useQueryClient()
  return async () => (await client.fetchQuery({ ...signInWaysQuery(), staleTime: 0 })).signedIn
}
