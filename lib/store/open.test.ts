import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnEach } from '@/lib/testing/stores'
import { operators, sessions } from './schema'

const operator = (id: string) => ({ id, name: 'Ada', email: `${id}@fleet.example` })
const session = (id: string, userId: string) => ({ id, token: id, userId, expiresAt: new Date(0) })

/** PostgreSQL's message, which Drizzle puts into the cause. */
const reasonOf = (query: Promise<unknown>) =>
  query.then(
    () => 'accepted',
    ({ cause, message }: Error) => String((cause as Error | undefined)?.message ?? message),
  )

describeOnEach('the store', (store) => {
  test('a row is read as it was written', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    const row = {
      ...operator('o-1'),
      name: 'Ωμέγα 🚕 "\\',
      banExpires: at,
      role: 'dispatcher' as const,
    }
    await store().db.insert(operators).values(row)
    const [found] = await store().db.select().from(operators).where(eq(operators.id, 'o-1'))
    expect(found).toMatchObject({ ...row, emailVerified: false, image: null })
    expect(found?.createdAt).toBeInstanceOf(Date)
  })

  test('an e-mail is unique, and a role is one of three', async () => {
    await store().db.insert(operators).values(operator('o-2'))
    const twin = { ...operator('o-3'), email: operator('o-2').email }
    expect(await reasonOf(store().db.insert(operators).values(twin))).toContain(
      'operators_email_unique',
    )
    const king = { ...operator('o-3'), role: 'king' as 'viewer' }
    expect(await reasonOf(store().db.insert(operators).values(king))).toContain('operators_role')
  })

  test('sessions are deleted with their operator', async () => {
    await store().db.insert(operators).values(operator('o-4'))
    await store().db.insert(sessions).values(session('s-4', 'o-4'))
    await store().db.delete(operators).where(eq(operators.id, 'o-4'))
    expect(await store().db.select().from(sessions)).toEqual([])
  })

  test('a transaction that fails leaves nothing', async () => {
    const failed = store().db.transaction(async (tx) => {
      await tx.insert(operators).values(operator('o-5'))
      await tx.insert(sessions).values(session('s-5', 'nobody'))
    })
    expect(await reasonOf(failed)).toContain('sessions_user_id')
    expect(await store().db.select().from(operators).where(eq(operators.id, 'o-5'))).toEqual([])
  })

  test('plain SQL, with the number of rows', async () => {
    const sum = await store().query('select $1::int + 1 as sum', [41])
    expect(sum).toEqual({ rows: [{ sum: 42 }], rowCount: 1 })
    expect((await store().query('delete from two_factors')).rowCount).toBe(0)
  })
})
