import { dataOf, PASSWORD, request, type TestAuth } from './auth'
import { totp } from './totp'

/** Signs a viewer in and turns two-factor on. @returns the session's cookie and the means of the second step */
export async function setUpTwoFactor(kerbside: TestAuth, email: string) {
  const { api } = kerbside
  const cookie = await kerbside.signedIn('viewer', email)
  const begun = await api(request('/api/auth/two-factor', { cookie, body: { password: PASSWORD } }))
  const { uri, backupCodes } = await dataOf(begun)
  const confirm = (text: string) =>
    api(request('/api/auth/two-factor/confirm', { cookie, body: { code: text } }))
  return { cookie, uri, backupCodes: backupCodes as string[], code: () => totp(uri), confirm }
}
