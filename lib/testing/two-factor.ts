import { dataOf, PASSWORD, request, signedIn, type TestAuth } from './auth'

/** Signs a viewer in and turns two-factor on. @returns the session's cookie and the means of the second step */
export async function setUpTwoFactor(kerbside: TestAuth, email: string) {
  const { routes, auth } = kerbside
  const cookie = await signedIn(kerbside, 'viewer', email)
  const begun = await routes.beginTwoFactor(
    request('/api/auth/two-factor', { cookie, body: { password: PASSWORD } }),
  )
  const { uri, backupCodes } = await dataOf(begun)
  const code = async (): Promise<string> => {
    const secret = Buffer.from(base32(new URL(uri).searchParams.get('secret') ?? '')).toString()
    return (await auth.betterAuth.api.generateTOTP({ body: { secret } })).code
  }
  const confirm = (text: string) =>
    routes.confirmTwoFactor(request('/api/auth/two-factor/confirm', { cookie, body: { code: text } }))
  return { cookie, uri, backupCodes: backupCodes as string[], code, confirm }
}

/** Source: RFC 4648 §6 */
function base32(text: string): number[] {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}
