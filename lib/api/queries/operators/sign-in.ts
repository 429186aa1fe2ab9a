import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/client/call'
import type { acceptanceSchema, credentialsSchema, resetSchema } from '@/lib/api/contract/sign-in'

/** Ways to sign in, and whether this browser has a session. */
export function signInOptionsQuery() {
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

/** The account whose password a reset link sets. */
export function resetLinkQuery(secret: string) {
  return queryOptions({
    queryKey: ['reset-link', secret],
    queryFn: ({ signal }) =>
      call('POST /api/auth/reset/link', '/api/auth/reset/link', { secret }, { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
}

export function usePasswordByLink() {
  return useMutation({
    mutationFn: (reset: z.infer<typeof resetSchema>) =>
      call('POST /api/auth/reset', '/api/auth/reset', reset),
    // Do not keep passwords in memory.
    gcTime: 0,
  })
}

export function useSignIn() {
  return useMutation({
    mutationFn: (entry: z.infer<typeof credentialsSchema>) =>
      call('POST /api/auth/sign-in', '/api/auth/sign-in', entry),
  })
}

export function useSignInCode() {
  return useMutation({
    mutationFn: (code: string) => call('POST /api/auth/sign-in/code', '/api/auth/sign-in/code', { code }),
  })
}

/** Returns the URL of the OpenID provider's page. */
export function useSignInOidc() {
  return useMutation({
    mutationFn: (next: string) => call('POST /api/auth/sign-in/oidc', '/api/auth/sign-in/oidc', { next }),
  })
}

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: (acceptance: z.infer<typeof acceptanceSchema>) =>
      call('POST /api/auth/accept', '/api/auth/accept', acceptance),
  })
}

/** Whether the browser stored the session cookie. */
export function useHasSession() {
  const client = useQueryClient()
  return async () => (await client.fetchQuery({ ...signInOptionsQuery(), staleTime: 0 })).signedIn
}
