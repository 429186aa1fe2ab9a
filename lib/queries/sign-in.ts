import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/call'
import type { acceptanceSchema, passwordEntrySchema } from '@/lib/contract/sign-in'

/** Available ways to sign in, and whether this browser has a session. */
export function signInWaysQuery() {
  return queryOptions({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => call('GET /api/auth', '/api/auth', undefined, { signal }),
  })
}

/** Purpose of a link; its secret has 43 characters of base64url. */
export function linkQuery(secret: string) {
  return queryOptions({
    queryKey: ['link', secret],
    queryFn: ({ signal }) => call('POST /api/auth/link', '/api/auth/link', { secret }, { signal }),
    // A re-read cannot make it valid and would disturb typing.
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

/** Returns the URL of the OpenID provider's page. */
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

/** Whether the browser kept the session cookie. */
export function useHasSession() {
  const client = useQueryClient()
  return async () => (await client.fetchQuery({ ...signInWaysQuery(), staleTime: 0 })).signedIn
}
