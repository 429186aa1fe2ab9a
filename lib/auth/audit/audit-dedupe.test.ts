import { expect, test } from 'vitest'
import type { AuditEvent, Principal } from '@/lib/auth/sessions/access'
import type { NewEntry } from './audit'
import { createAuditDedupe } from './audit-dedupe'

const MINUTE_MS = 60_000
const ada = { id: 'o-1', name: 'Ada', email: 'ada@kerbside.example', sessionId: 's-1', twoFactor: false }
const who: Principal = { operator: ada, role: 'dispatcher', address: '192.0.2.7' }
const opening: AuditEvent = { action: 'open-record', subject: 'vehicle v-7', requestId: 'r-1' }

function openings() {
  const entries: NewEntry[] = []
  const state = { atMs: 0, isAway: false }
  const note = createAuditDedupe(
    {
      async write(entry) {
        if (state.isAway) throw new Error('away')
        entries.push(entry)
      },
    },
    () => state.atMs,
  )
  return { entries, note, state }
}

test('a page that reads its record every few seconds is one opening a quarter of an hour', async () => {
  const { entries, note, state } = openings()
  for (; state.atMs < 31 * MINUTE_MS; state.atMs += 5_000) {
    await note(who, { ...opening, requestId: `at ${state.atMs / MINUTE_MS}` }, 'ok')
  }
  expect(entries.map(({ requestId }) => requestId)).toEqual(['at 0', 'at 15', 'at 30'])
})

test('whatever an entry would say otherwise makes another, and so does another session', async () => {
  const { entries, note } = openings()
  const others: [Principal, AuditEvent, string][] = [
    [who, opening, 'ok'],
    [who, opening, 'upstream-timeout'],
    [who, { ...opening, subject: 'vehicle v-8' }, 'ok'],
    [who, { ...opening, action: 'look-up' }, 'ok'],
    [{ ...who, address: '192.0.2.8' }, opening, 'ok'],
    [{ ...who, role: 'administrator' }, opening, 'ok'],
    [{ ...who, operator: { ...ada, sessionId: 's-2' } }, opening, 'ok'],
  ]
  for (const _ of [1, 2]) for (const [someone, deed, outcome] of others) await note(someone, deed, outcome)
  expect(entries).toHaveLength(others.length)
})

test('every export and every change is an entry', async () => {
  const { entries, note } = openings()
  for (const action of [
    'export',
    'export',
    'change-role',
    'change-role',
    'read-audit',
    'read-audit',
  ] as const)
    await note(who, { ...opening, action }, 'ok')
  expect(entries).toHaveLength(6)
})

test('what could not be written is not taken for written', async () => {
  const { entries, note, state } = openings()
  state.isAway = true
  await expect(note(who, opening, 'ok')).rejects.toThrow()
  state.isAway = false
  await note(who, opening, 'ok')
  expect(entries).toHaveLength(1)
})
