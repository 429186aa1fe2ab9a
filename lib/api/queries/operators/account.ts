import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/client/call'
import type { twoFactorOffSchema } from '@/lib/api/contract/sign-in'
import { meQuery } from './me'

/** Changes the own password, which ends the operator's other sessions. */
export function usePasswordChange() {
  return useMutation({
    mutationFn: (change: { current: string; password: string }) =>
      call('POST /api/auth/password', '/api/auth/password', change),
    // Do not keep passwords in memory.
    gcTime: 0,
  })
}

/** Starts the set-up of an authenticator, active after `useTwoFactorConfirm`. */
export function useTwoFactorBegin() {
  return useMutation({
    mutationFn: (password: string) => call('POST /api/auth/two-factor', '/api/auth/two-factor', { password }),
    gcTime: 0,
  })
}

/** Confirms the authenticator, which sign-in requires from then on. */
export function useTwoFactorConfirm() {
  return useMutation({
    mutationFn: (code: string) =>
      call('POST /api/auth/two-factor/confirm', '/api/auth/two-factor/confirm', { code }),
    gcTime: 0,
  })
}

export function useTwoFactorDisable() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (entry: z.infer<typeof twoFactorOffSchema>) =>
      call('DELETE /api/auth/two-factor', '/api/auth/two-factor', entry),
    onSuccess: () => client.invalidateQueries(meQuery()),
    gcTime: 0,
  })
}
