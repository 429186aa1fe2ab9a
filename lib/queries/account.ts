import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/call'
import type { authenticatorSchema } from '@/lib/schema/sign-in'
import { meQuery } from './me'

/** What an authenticator needs, and the codes for when it is lost. */
export type Authenticator = z.infer<typeof authenticatorSchema>

/** Another password for oneself; one's other sessions end. */
export function usePasswordChange() {
  return useMutation({
    mutationFn: (change: { current: string; password: string }) =>
      call('POST /api/auth/password', '/api/auth/password', change),
    // Passwords are kept no longer than they are needed.
    gcTime: 0,
  })
}

/** Begins to set an authenticator up; it is not asked for before `useTwoFactorConfirm`. */
export function useTwoFactorBegin() {
  return useMutation({
    mutationFn: (password: string) => call('POST /api/auth/two-factor', '/api/auth/two-factor', { password }),
    gcTime: 0,
  })
}

/** Proves that the authenticator works: from now on signing in asks for its code. */
export function useTwoFactorConfirm() {
  return useMutation({
    mutationFn: (code: string) =>
      call('POST /api/auth/two-factor/confirm', '/api/auth/two-factor/confirm', { code }),
    gcTime: 0,
  })
}

export function useTwoFactorEnd() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      call('DELETE /api/auth/two-factor', '/api/auth/two-factor', { password }),
    onSuccess: () => client.invalidateQueries(meQuery()),
    gcTime: 0,
  })
}
