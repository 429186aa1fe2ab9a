import { afterAll, expect, test } from 'vitest'
import { Secret } from '@/lib/app/settings/secret'
import { accounts, verifications } from '@/lib/store/schema'
import { cookieOf, createTestAuth, request, statusAndKind } from '@/lib/testing/auth'
import { beginOidc, enterOidc, oidcSettings, openOidcTest, REDIRECT } from '@/lib/testing/oidc'
import { openProvider, walkProvider } from '@/lib/testing/services/openid-provider'

const opened = await openOidcTest()
afterAll(() => opened.close())
const kerbside = await opened.open()

const enter = (login: string, next = '/') => enterOidc(kerbside, login, next)
const operatorOf = async (session = '') => (await kerbside.me(session.split(';')[0] ?? '')).operator

test('an operator signs in by an address that the provider verified', async () => {
  const email = 'administrator@kerbside.example'
  const { response, session, location } = await enter(email, '/lookup?our_ref=a')
  expect([response.status, location]).toEqual([302, '/sign-in?next=%2Flookup%3Four_ref%3Da'])
  expect(session).toContain('SameSite=Strict')
  expect(await operatorOf(session)).toMatchObject({ email, role: 'administrator' })
  // It leads to no page of another site; the sign-in page checks what follows it.
  const elsewhere = ['https://elsewhere.example/', '//elsewhere.example/', '/sign-in/../lookup']
  for (const callbackURL of [...elsewhere, '/lookup']) {
    const body = { provider: 'oidc', callbackURL }
    expect((await kerbside.api(request('/api/auth/sign-in/social', { body }))).status).toBe(400)
  }
})

test('an invited person becomes an operator with the invitation’s role; a stranger does not', async () => {
  const administrator = await kerbside.idOf('administrator@kerbside.example')
  await kerbside.auth.invitations.invite('ida@kerbside.example', 'dispatcher', administrator)
  const invited = await enter('ida@kerbside.example')
  expect(await operatorOf(invited.session)).toMatchObject({ role: 'dispatcher' })
  await kerbside.auth.invitations.invite('unverified@kerbside.example', 'dispatcher', administrator)
  for (const login of ['stranger@kerbside.example', 'unverified@kerbside.example']) {
    const { session, location } = await enter(login)
    expect([login, session, location]).toEqual([login, undefined, '/sign-in?failed=oidc'])
  }
  expect(
    (await kerbside.auth.operators.list()).map(({ email, openId }) => [email, openId]),
  ).toEqual([
    ['administrator@kerbside.example', true],
    ['ida@kerbside.example', true],
  ])
})

test('the log says why a sign-in is refused, and nothing of answers that are not the provider’s', async () => {
  const { issuer } = await opened.open()
  const oidc = { ...oidcSettings(issuer), clientSecret: new Secret('another') }
  const wrong = createTestAuth(opened.store, { oidc })
  await enterOidc(wrong, 'administrator@kerbside.example')
  await wrong.api(request('/api/auth/callback/oidc?code=x&state=y'))
  expect(wrong.faults).toEqual([expect.stringContaining('OIDC_CLIENT_ID or OIDC_CLIENT_SECRET')])
  const before = kerbside.faults.length
  await enter('unverified@kerbside.example')
  expect(kerbside.faults.slice(before)).toEqual([
    expect.stringContaining('no operator and no invitation'),
  ])
})

test('the beginning of a sign-in writes nothing into the store', async () => {
  const before = await opened.store.db.select().from(verifications)
  expect((await beginOidc(kerbside)).status).toBe(200)
  expect(await opened.store.db.select().from(verifications)).toEqual(before)
})

test('an answer of the provider is valid once, and in the same browser', async () => {
  const { arriving } = await enter('administrator@kerbside.example')
  const again = await kerbside.api(arriving)
  const { url } = await (await beginOidc(kerbside)).json()
  const other = await kerbside.api(
    new Request(await walkProvider(url, 'administrator@kerbside.example')),
  )
  for (const response of [again, other]) {
    expect(response.headers.get('location')).toBe('/sign-in?failed=oidc')
    expect(cookieOf(response)).not.toContain('kerbside-session')
  }
})

test('no token of the provider is stored', async () => {
  await enter('administrator@kerbside.example')
  const all = await opened.store.db.select().from(accounts)
  const kept = all.filter(({ providerId }) => providerId === 'oidc')
  expect(kept.length).toBeGreaterThan(0)
  for (const { accessToken, refreshToken, idToken } of kept)
    expect([accessToken, refreshToken, idToken]).toEqual([null, null, null])
})

test('answers that are not the provider’s are audited once, not one by one', async () => {
  const address = '198.51.100.4'
  const forged = () => request('/api/auth/callback/oidc?code=x&state=y', { address })
  for (let time = 0; time < 5; time++) await kerbside.api(forged())
  const written = (await kerbside.written()).filter((entry) => entry.address === address)
  expect(written.map(({ subject }) => subject)).toEqual(['OpenID Connect'])
})

test('a HEAD request is answered as a GET', async () => {
  const head = request('/api/auth/callback/oidc?code=x&state=y', { method: 'HEAD' })
  expect((await kerbside.api(head)).status).toBe(302)
})

test('a provider that cannot be reached is a failed sign-in, not a failure of the server', async () => {
  const away = await openProvider(REDIRECT)
  await away.close()
  const other = createTestAuth(opened.store, { oidc: oidcSettings(away.issuer) })
  const response = await beginOidc(other)
  expect(await statusAndKind(response)).toEqual([401, 'sign-in-failed'])
  expect(other.faults).toEqual([expect.stringContaining('The discovery document of OIDC_ISSUER')])
})
