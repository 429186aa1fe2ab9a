import { apiKeyClient } from '@better-auth/api-key/client'
import { passkeyClient } from '@better-auth/passkey/client'
import { adminClient, twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { accessControl, roles } from '@/lib/auth/permissions'
import { errorOfAnswer, unreachable } from './errors'

/** better-auth in the browser. Its own documentation applies. */
export const authClient = createAuthClient({
  // Times stay texts, as in the answers of our own routes.
  fetchOptions: { jsonParser: JSON.parse },
  plugins: [
    adminClient({ ac: accessControl, roles }),
    twoFactorClient(),
    passkeyClient(),
    apiKeyClient(),
  ],
})

/** Outcome of a call of `authClient`. */
interface AuthAnswer<T> {
  readonly data: T | null
  readonly error: { readonly status: number } | null
}

/** Data of an answer. @throws ApiError, as our own routes */
export async function dataOfAuth<T>(sent: Promise<AuthAnswer<T>>): Promise<T> {
  const { data, error } = await sent.catch((cause: unknown) => {
    throw unreachable('better-auth: no answer', cause)
  })
  if (error) throw errorOfAnswer('better-auth', error.status, error)
  return data as T
}

/** Six digits are the authenticator's; a backup code is longer. */
export function verifyCode(code: string) {
  const isTotp = /^\d{6}$/.test(code)
  const { twoFactor } = authClient
  return dataOfAuth<unknown>(
    isTotp ? twoFactor.verifyTotp({ code }) : twoFactor.verifyBackupCode({ code }),
  )
}

/** The authenticator's key and the backup codes, which are in use once a code was verified. */
export async function enableTwoFactor(password: string) {
  const data = await dataOfAuth(authClient.twoFactor.enable({ password, method: 'totp' }))
  if (data.method !== 'totp') throw unreachable('better-auth: no authenticator')
  return data
}

/** @returns whether the code of the authenticator is asked for */
export async function signInWith(credentials: {
  readonly email: string
  readonly password: string
}): Promise<'done' | 'code'> {
  const data = await dataOfAuth(authClient.signIn.email(credentials))
  return 'twoFactorRedirect' in data ? 'code' : 'done'
}
