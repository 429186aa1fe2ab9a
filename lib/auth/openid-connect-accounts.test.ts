import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '@/lib/store/schema'
import { createTestAuth, request } from '@/lib/testing/auth'
import { type Claims, enterOidc, oidcSettings, openOidcTest, signsIn } from '@/lib/testing/oidc'
import { listen } from '@/lib/testing/servers'
import { accountRowId, identityKey, OIDC_PROVIDER, profileToUser } from './openid-connect'

/** Claims of a login, at the one issuer and at the other. */
const claims = new Map<string, Claims>()
const elsewhere = new Map<string, Claims>()
beforeEach(() => {
  claims.clear()
  elsewhere.clear()
})

const opened = await openOidcTest()
afterAll(() => opened.close())
const kerbside = await opened.open(claims)
const atOther = await opened.open(elsewhere)

async function identitiesOf(userId: string) {
  return (await opened.identitiesOf(userId)).map(({ accountId }) => accountId)
}

async function linksOf(operatorId: string) {
  const written = await kerbside.written()
  return written.filter(
    (entry) => entry.action === 'link-openid' && entry.operatorId === operatorId,
  )
}

test.each(['administrator', 'dispatcher'] as const)(
  'the same subject at another issuer is not the %s',
  async (role) => {
    const email = `${role}@kerbside.example`
    if (role === 'dispatcher') await opened.dispatcher(email)
    expect(await signsIn(kerbside, email)).toBe(email)
    for (const [claimed, verified] of [
      [email, false],
      ['mallory@elsewhere.example', false],
      ['mallory@elsewhere.example', true],
    ] as const) {
      elsewhere.set(email, { email: claimed, email_verified: verified })
      expect([claimed, verified, await signsIn(atOther, email)]).toEqual([claimed, verified, null])
    }
    expect(await signsIn(kerbside, email)).toBe(email)
  },
)

test('a known subject stays the operator when its e-mail address changes', async () => {
  const { email } = await opened.dispatcher('married@kerbside.example')
  expect(await signsIn(kerbside, email)).toBe(email)
  claims.set(email, { email: 'another-name@kerbside.example', email_verified: false })
  expect(await signsIn(kerbside, email)).toBe(email)
})

test('the first sign-in of an identity is an audit entry, a later one is not', async () => {
  const { id, email } = await opened.dispatcher('linked@kerbside.example')
  const { response } = await enterOidc(kerbside, email)
  const first = {
    operatorEmail: email,
    subject: `${kerbside.issuer} ${email}`,
    outcome: 'ok',
    address: '192.0.2.7',
    requestId: response.headers.get('x-request-id'),
  }
  expect(await linksOf(id)).toMatchObject([first])
  expect(await signsIn(kerbside, email)).toBe(email)
  expect(await linksOf(id)).toHaveLength(1)
  expect(await signsIn(atOther, email)).toBe(email)
  expect(await linksOf(id)).toMatchObject([first, { subject: `${atOther.issuer} ${email}` }])
})

test('a link that cannot be audited is not made', async () => {
  const { id, email } = await opened.dispatcher('unaudited@kerbside.example')
  const strict = createTestAuth(opened.store, { oidc: oidcSettings(kerbside.issuer) })
  strict.auth.audit.write = () => Promise.reject(new Error('no space left'))
  await enterOidc(strict, email).catch(() => undefined)
  expect(await identitiesOf(id)).toEqual([])
})

test('a disabled operator is not linked', async () => {
  const { id, email } = await opened.dispatcher('gone@kerbside.example')
  await kerbside.administer('ban-user', email)
  expect(await signsIn(kerbside, email)).toBeNull()
  expect([await identitiesOf(id), await linksOf(id)]).toEqual([[], []])
})

test('two first sign-ins at once leave one account, which goes on working', async () => {
  const { id, email } = await opened.dispatcher('twice@kerbside.example')
  await Promise.all([enterOidc(kerbside, email), enterOidc(kerbside, email)])
  const key = `${kerbside.issuer} ${email}`
  expect(await opened.identitiesOf(id)).toMatchObject([{ id: accountRowId(key), accountId: key }])
  expect(await signsIn(kerbside, email)).toBe(email)
})

test('an account without an issuer is not trusted by its subject', async () => {
  const { id, email } = await opened.dispatcher('old@kerbside.example')
  await opened.store.db.insert(accounts).values({
    id: randomUUID(),
    accountId: 'old-subject',
    providerId: OIDC_PROVIDER,
    userId: id,
  })
  for (const [claimed, verified] of [
    [email, false],
    ['mallory@elsewhere.example', true],
  ] as const) {
    claims.set('old-subject', { email: claimed, email_verified: verified })
    expect([claimed, verified, await signsIn(kerbside, 'old-subject')]).toEqual([
      claimed,
      verified,
      null,
    ])
  }
  expect(await identitiesOf(id)).toEqual(['old-subject'])
})

test('an issuer whose discovery document names another one is refused', async () => {
  const { email } = await opened.dispatcher('renamed@kerbside.example')
  expect(await signsIn(kerbside, email)).toBe(email)
  const document = await (await fetch(`${kerbside.issuer}/.well-known/openid-configuration`)).text()
  await using other = await listen((_, response) =>
    response.setHeader('content-type', 'application/json').end(document),
  )
  expect(
    await signsIn(createTestAuth(opened.store, { oidc: oidcSettings(other.url) }), email),
  ).toBeNull()
})

const ISSUER = 'https://id.example'
const idToken = (payload: object) => `e30.${btoa(JSON.stringify(payload))}.c2ln`

test('the key of an account is issuer and subject, with or without a slash at the end of the issuer', () => {
  for (const iss of [ISSUER, `${ISSUER}/`]) {
    expect(identityKey(ISSUER, idToken({ iss, sub: 'alice' }), 'alice')).toBe(
      'https://id.example alice',
    )
  }
})

test.each([
  ['no ID token', undefined, 'alice'],
  ['a token that is none', 'opaque', 'alice'],
  ['another issuer', idToken({ iss: 'https://id.example.org', sub: 'alice' }), 'alice'],
  ['a part of the issuer', idToken({ iss: 'https://id', sub: 'alice' }), 'alice'],
  ['no issuer', idToken({ sub: 'alice' }), 'alice'],
  ['userinfo of another subject', idToken({ iss: ISSUER, sub: 'mallory' }), 'alice'],
  ['userinfo without a subject', idToken({ iss: ISSUER, sub: 'alice' }), undefined],
  ['an empty subject', idToken({ iss: ISSUER, sub: '' }), ''],
  ['a subject that is no text', idToken({ iss: ISSUER, sub: 7 }), 7],
  ['no subject', idToken({ iss: ISSUER }), undefined],
])('%s makes no key', (_, token, subject) => {
  expect(() => identityKey(ISSUER, token, subject)).toThrow()
})

test('no other path of better-auth takes a token of the provider', async () => {
  const victim = await opened.dispatcher('other-ways@kerbside.example')
  const cookie = await kerbside.signedIn('dispatcher', victim.email)
  const body = { provider: OIDC_PROVIDER, idToken: { token: 'e30.e30.c2ln' } }
  const statuses: number[] = []
  for (const path of ['sign-in/social', 'link-social', 'account-info', 'get-access-token']) {
    const response = await kerbside.api(request(`/api/auth/${path}`, { cookie, body }))
    statuses.push(response.status)
  }
  expect(statuses).toEqual([400, 404, 404, 404])
  expect(await identitiesOf(victim.id)).toEqual([])
})

test.each(['false', 'no', '1', 'TRUE', 0, 1, undefined, null, {}, [true]])(
  'email_verified %j verifies nothing, nor does a claim by the name of our own field',
  (value) => {
    const claimed = { email: 'ada@kerbside.example', email_verified: value, emailVerified: true }
    expect(profileToUser(claimed).emailVerified).toBe(false)
  },
)

test.each([
  ['userinfo', false],
  ['ID token', true],
])(
  'an address in the %s opens accounts and invitations once it is verified',
  async (way, areInIdToken) => {
    const at = await opened.open(claims, { areInIdToken })
    const administrator = (await opened.operatorOf('administrator@kerbside.example'))?.id ?? ''
    const place = way.replace(' ', '-').toLowerCase()
    const known = await opened.dispatcher(`known-${place}@kerbside.example`)
    const invited = `invited-${place}@kerbside.example`
    await kerbside.auth.invitations.invite(invited, 'viewer', administrator)
    const enter = (email: string, value: unknown, login = email) => {
      claims.set(login, { email, email_verified: value, emailVerified: true })
      return signsIn(at, login)
    }
    for (const email of [known.email, invited])
      expect(await enter(email, 'false', `not-${email}`)).toBeNull()
    expect([await identitiesOf(known.id), await opened.operatorOf(invited)]).toEqual([
      [],
      undefined,
    ])
    expect(await enter(known.email, true)).toBe(known.email)
    expect(await enter(invited, 'true')).toBe(invited)
  },
)

test('an address that becomes an operator’s only in lower case verifies nothing', async () => {
  const { email } = await opened.dispatcher('kelvin@kerbside.example')
  claims.set('kelvin', { email: email.replaceAll('k', '\u212a'), email_verified: true })
  expect(await signsIn(kerbside, 'kelvin')).toBeNull()
})
