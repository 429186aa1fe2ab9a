import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestAuth } from '@/lib/testing/auth'
import { type Claims, openOidcTest, signsIn } from '@/lib/testing/oidc'
import { SLOW_MS } from '@/lib/testing/stores'

/** Claims of a login. */
const claims = new Map<string, Claims>()

let opened: Awaited<ReturnType<typeof openOidcTest>>
/** The provider of the second puts the e-mail claims into its ID tokens. */
let kerbside: TestAuth
let atInToken: TestAuth
let administrator: string

beforeAll(async () => {
  opened = await openOidcTest()
  kerbside = await opened.open(claims)
  atInToken = await opened.open(claims, { areInIdToken: true })
  administrator = (await opened.operatorOf('administrator@kerbside.example'))?.id ?? ''
}, SLOW_MS)
afterAll(() => opened.close())
beforeEach(() => claims.clear())

const doubtful = [
  ['"false"', 'false'],
  ['no', 'no'],
  ['"1"', '1'],
  ['TRUE', 'TRUE'],
  ['0', 0],
  ['1', 1],
] as const
const notVerified = [
  ...doubtful,
  ['missing', undefined],
  ['null', null],
  ['{}', {}],
  ['[true]', [true]],
] as const
const ways = [
  ['userinfo', () => kerbside],
  ['ID token', () => atInToken],
] as const
const cases = ways.flatMap(([way, at], i) =>
  notVerified.map(([name, value], j) => ({ way, at, name, value, place: `${i}-${j}` })),
)

test.each(cases)('email_verified $name in the $way verifies nothing', async ({ at, value, place }) => {
  const { id, email } = await opened.dispatcher(`victim-${place}@kerbside.example`)
  const invited = `waiting-${place}@kerbside.example`
  await kerbside.auth.invitations.invite(invited, 'administrator', administrator)
  const enter = (address: string) => {
    claims.set(`not-${address}`, { email: address, email_verified: value })
    return signsIn(at(), `not-${address}`)
  }
  expect([await enter(email), await enter(invited)]).toEqual([null, null])
  expect(await opened.identitiesOf(id)).toEqual([])
  expect(await opened.operatorOf(invited)).toBeUndefined()
})

test('a claim by the name of our own field verifies nothing', async () => {
  const { email } = await opened.dispatcher('victim@kerbside.example')
  claims.set('own-name', { email, email_verified: 'false', emailVerified: true })
  expect(await signsIn(atInToken, 'own-name')).toBeNull()
})

test.each(ways.flatMap(([way, at]) => [true, 'true'].map((value) => ({ way, at, value }))))(
  'email_verified $value in the $way verifies',
  async ({ way, at, value }) => {
    const key = `${way}-${typeof value}`.replace(' ', '-').toLowerCase()
    const known = await opened.dispatcher(`known-${key}@kerbside.example`)
    const invited = `invited-${key}@kerbside.example`
    await kerbside.auth.invitations.invite(invited, 'viewer', administrator)
    for (const email of [known.email, invited]) {
      claims.set(email, { email_verified: value })
      expect(await signsIn(at(), email)).toBe(email)
    }
  },
)

test('an address that becomes an operator’s only in lower case verifies nothing', async () => {
  const { email } = await opened.dispatcher('kelvin@kerbside.example')
  claims.set('kelvin', { email: email.replaceAll('k', '\u212a'), email_verified: true })
  expect(await signsIn(kerbside, 'kelvin')).toBeNull()
})
