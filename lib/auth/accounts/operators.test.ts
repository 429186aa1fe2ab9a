import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { auditEntries } from '@/lib/store/schema'
import {
  cookieOf,
  createTestAuth,
  dataOf,
  nextStepOf,
  ORIGIN,
  PASSWORD,
  request,
  setUpTwoFactor,
  statusAndKind,
  withTestAuth,
} from '@/lib/testing/auth'

const kerbside = withTestAuth()
let cookie: string

function accept(secret: string, more: Record<string, unknown> = {}) {
  const body = { secret, name: 'New operator', email: null, password: PASSWORD, ...more }
  return kerbside.api(request('/api/auth/accept', { body }))
}

/** A request of the administrator, unless it has another cookie. */
const send = (path: string, options: Parameters<typeof request>[1] = {}) =>
  kerbside.api(request(path, { cookie, ...options }))
const typeOf = async (response: Response): Promise<string> => (await statusAndKind(response))[1]

async function invite(email: string, role = 'viewer', from = cookie): Promise<string> {
  const response = await send('/api/operators', { cookie: from, body: { email, role } })
  const { url } = z.object({ url: z.url() }).parse(await dataOf(response))
  expect(url.startsWith(`${ORIGIN}/invitation#`)).toBe(true)
  return new URL(url).hash.slice(1)
}

const listSchema = z.object({
  operators: z.array(z.looseObject({ email: z.string() })),
  invitations: z.array(z.looseObject({ email: z.string() })),
})

const listed = async () => listSchema.parse(await dataOf(await send('/api/operators')))
type Change = { readonly role: Role } | { readonly disabled: boolean }
function change(email: string, to: Change, from = cookie) {
  if ('role' in to) return kerbside.administer('set-role', email, { cookie: from, role: to.role })
  return kerbside.administer(to.disabled ? 'ban-user' : 'unban-user', email, { cookie: from })
}

const listedOperators = () => kerbside.auth.operators.list()

test('the set-up link creates one administrator and is used up', async () => {
  const { secret = '' } = (await kerbside.auth.invitations.createSetUp()) ?? {}
  const other = await kerbside.auth.invitations.createSetUp()
  const emails = [0, 1, 2].map((one) => `First${one}@kerbside.example`)
  const entries = await Promise.all(emails.map((email) => accept(secret, { email })))
  expect(entries.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  const { email } = await dataOf(entries.find(({ ok }) => ok) as Response)
  cookie = cookieOf(await kerbside.enter(email))
  expect((await listed()).operators.map(({ role }) => role)).toEqual(['administrator'])
  const late = await accept(other?.secret ?? '', { email: 'second@kerbside.example' })
  expect(await typeOf(late)).toBe('link-ended')
  expect(await kerbside.auth.invitations.createSetUp()).toBeNull()
})

test('an invitation creates one operator with its address and role', async () => {
  const secret = await invite('Ida@Kerbside.example', 'dispatcher')
  const link = await kerbside.api(request('/api/auth/link', { body: { secret } }))
  expect(await dataOf(link)).toEqual({ email: 'ida@kerbside.example', role: 'dispatcher' })
  expect((await accept(secret, { email: 'other@kerbside.example' })).status).toBe(200)
  expect((await accept(secret)).status).toBe(410)
  const { operators, invitations } = await listed()
  const ida = operators.find(({ email }) => email === 'ida@kerbside.example')
  expect(ida).toMatchObject({ role: 'dispatcher', sessions: 0 })
  expect(operators.map(({ email }) => email)).not.toContain('other@kerbside.example')
  expect(invitations).toEqual([])
  const again = await send('/api/operators', {
    body: { email: 'IDA@kerbside.example', role: 'viewer' },
  })
  expect(await typeOf(again)).toBe('operator-exists')
})

test('an invitation that was revoked, replaced or is a week old creates no operator', async () => {
  const revoked = await invite('gone@kerbside.example')
  const [waiting] = (await listed()).invitations
  expect(
    (await send(`/api/invitations/${waiting?.id}`, { body: {}, method: 'DELETE' })).status,
  ).toBe(200)
  const replaced = await invite('again@kerbside.example')
  await invite('again@kerbside.example')
  for (const secret of [revoked, replaced, 'x'.repeat(43)])
    expect(await typeOf(await accept(secret))).toBe('link-ended')
  const old = await invite('late@kerbside.example')
  const later = createTestAuth(kerbside.store)
  later.pass(7 * 86_400_000)
  await expect(later.auth.invitations.find(old)).rejects.toMatchObject({ kind: 'link-ended' })
})

test.each([
  ['disabled', { disabled: true }],
  ['demoted', { role: 'dispatcher' as const }],
  ['deleted', 'delete' as const],
])(
  'an administrator who is %s loses their invitations and changes nothing more',
  async (how, body) => {
    const email = `${how}@kerbside.example`
    const theirs = await kerbside.signedIn('administrator', email)
    const secret = await invite(`back-${email}`, 'administrator', theirs)
    const id = await kerbside.idOf(email)
    if (body === 'delete') await kerbside.administer('remove-user', email, { cookie })
    else await change(email, body)
    expect(await typeOf(await accept(secret))).toBe('link-ended')
    // Of a request that was authorised before.
    await expect(
      kerbside.auth.invitations.invite(`late-${email}`, 'administrator', id),
    ).rejects.toMatchObject({ kind: 'role-required' })
  },
)

test('changes that cannot be audited are not made', async () => {
  const email = 'vera@kerbside.example'
  await kerbside.signedIn('viewer', email)
  const before = await listed()
  const write = vi.spyOn(kerbside.auth.audit, 'write')
  write.mockRejectedValue(new ProblemError('store-unreachable'))
  const body = { email: 'new@kerbside.example', role: 'viewer' }
  const types = [
    await typeOf(await change(email, { role: 'dispatcher' })),
    await typeOf(await change(email, { disabled: true })),
    await typeOf(await send('/api/operators', { body })),
  ]
  write.mockRestore()
  expect(types).toEqual(Array(3).fill('store-unreachable'))
  expect(await listed()).toEqual(before)
})

test('the last administrator cannot be demoted or disabled', async () => {
  const { operators } = await listed()
  const { email: first = '' } =
    operators.find((one) => one.role === 'administrator' && !one.disabled) ?? {}
  expect(await typeOf(await change(first, { role: 'viewer' }))).toBe('last-administrator')
  expect((await change('ida@kerbside.example', { role: 'administrator' })).status).toBe(200)
  // Two administrators demote each other at once: one is left.
  const theirs = cookieOf(await kerbside.enter('ida@kerbside.example'))
  const answers = await Promise.all([
    change('ida@kerbside.example', { role: 'dispatcher' }),
    change(first, { role: 'dispatcher' }, theirs),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const left = (await listedOperators()).filter(
    ({ role, disabled }) => role === 'administrator' && !disabled,
  )
  expect(left).toHaveLength(1)
})

test('a changed role and a disabled operator take effect at once', async () => {
  const theirs = await kerbside.signedIn('viewer', 'vic@kerbside.example')
  const statusOf = async () => (await send('/api/operators', { cookie: theirs })).status
  const statuses = [await statusOf()]
  const changes: Change[] = [{ role: 'administrator' }, { disabled: true }, { disabled: false }]
  for (const body of changes) {
    await change('vic@kerbside.example', body)
    statuses.push(await statusOf())
  }
  expect(statuses).toEqual([403, 200, 401, 401])
})

test('a new password has twelve characters, and the answer does not repeat the one that was sent', async () => {
  const secret = await invite('short@kerbside.example')
  const response = await accept(secret, { password: 'canary-word' })
  const text = await response.text()
  expect([response.status, text]).toEqual([400, expect.stringContaining('at least 12 characters')])
  expect(text).not.toContain('canary')
})

test('two-factor requires a code after the password, and refuses a wrong one', async () => {
  const { backupCodes, code, confirm } = await setUpTwoFactor(kerbside, 'totp@kerbside.example')
  const [backupCode = '', otherCode = ''] = backupCodes
  expect((await confirm(code())).status).toBe(200)
  const enter = () => kerbside.enter('totp@kerbside.example')
  const first = await enter()
  expect(await nextStepOf(first.clone())).toBe('code')
  const between = cookieOf(first)
  expect((await kerbside.me(between)).status).toBe(401)
  const withCode = (text: string, cookie = between) =>
    send(`/api/auth/two-factor/${/^\d{6}$/.test(text) ? 'verify-totp' : 'verify-backup-code'}`, {
      cookie,
      body: { code: text },
    })
  expect(await typeOf(await withCode('000000'))).toBe('sign-in-failed')
  expect(await typeOf(await withCode('000000', '__Host-kerbside.two_factor=%E0%A4.x'))).toBe(
    'sign-in-failed',
  )
  const used = code()
  const done = await withCode(used)
  expect(done.status).toBe(200)
  const again = cookieOf(await enter())
  for (const cookie of [again, again.replace('=2fa-', '=2fa%2D')]) {
    const seen = await withCode(used, cookie)
    expect([await typeOf(seen), seen.headers.getSetCookie()]).toEqual(['sign-in-failed', []])
  }
  expect((await kerbside.me(cookieOf(done))).status).toBe(200)
  const second = cookieOf(await enter())
  const third = cookieOf(await enter())
  expect((await withCode(backupCode, second)).status).toBe(200)
  expect(await typeOf(await withCode(backupCode, third))).toBe('sign-in-failed')
  const fourth = cookieOf(await enter())
  await change('totp@kerbside.example', { disabled: true })
  expect(await typeOf(await withCode(otherCode, fourth))).toBe('sign-in-failed')
})

test('a password change requires the old one and ends the other sessions', async () => {
  const here = await kerbside.signedIn('viewer', 'pat@kerbside.example')
  const there = await kerbside.signedIn('viewer', 'pat@kerbside.example')
  const changed = (currentPassword: string) =>
    send('/api/auth/change-password', {
      cookie: here,
      body: {
        currentPassword,
        newPassword: 'another good password',
        revokeOtherSessions: true,
      },
    })
  expect(await statusAndKind(await changed('not the old one'))).toEqual([400, 'INVALID_PASSWORD'])
  const done = await changed(PASSWORD)
  expect(done.status).toBe(200)
  const me = async (cookie: string) => (await kerbside.me(cookie)).status
  const statuses = [await me(cookieOf(done)), await me(here), await me(there)]
  expect(statuses).toEqual([200, 401, 401])
})

test('audit entries can be neither changed nor deleted before their retention ends', async () => {
  const { db } = kerbside.store
  await expect(db.update(auditEntries).set({ outcome: 'ok' })).rejects.toThrow()
  await expect(db.delete(auditEntries)).rejects.toThrow()
  await db.execute(
    sql`insert into audit_entries (at, action, outcome) values (now() - interval '366 days', 'sign-in', 'old')`,
  )
  const before = (await kerbside.written()).length
  await kerbside.auth.purge()
  const after = await kerbside.written()
  expect([before - after.length, after.some(({ outcome }) => outcome === 'old')]).toEqual([
    1,
    false,
  ])
})

test('the audit log is read in pages, with filters, and as a file', async () => {
  const read = async (query: string) => dataOf(await send(`/api/audit${query}`))
  const { entries } = await read('?action=invite&subject=IDA%40')
  const [invitation, ...others] = entries
  expect(invitation).toMatchObject({
    action: 'invite',
    subject: 'ida@kerbside.example: dispatcher',
  })
  expect(others).toEqual([])
  expect((await read('?subject=%25')).entries).toEqual([])
  expect((await read('?from=2999-01-01T00:00:00Z')).entries).toEqual([])
  const exported = { action: 'export', subject: 'many', outcome: 'ok', requestId: 'r' } as const
  for (let entry = 0; entry < 100; entry++)
    await kerbside.auth.audit.write({ principal: { operator: null, address: null }, ...exported })
  const first = await read('?subject=many')
  expect([first.entries.length, first.nextBefore]).toEqual([100, null])
  const newest = await read('')
  const second = await read(`?before=${newest.nextBefore}`)
  expect(second.entries[0].id).toBeLessThan(newest.nextBefore)
  const csv = await send('/api/audit/csv?subject=many')
  const [header, ...rows] = (await csv.text()).trimEnd().split('\r\n')
  expect(header).toBe(
    '"id","at","operator_email","action","subject","outcome","address","request_id"',
  )
  expect([rows.length, rows[0]]).toEqual([100, expect.stringContaining(',"export","many","ok",')])
})
