import { expect, test } from 'vitest'
import { type AuditEvent, createAuditDedupe, type NewAuditEntry } from './audit'
import type { Principal } from './principal'

const MINUTE_MS = 60_000
const ada = {
  id: 'o-1',
  name: 'Ada',
  email: 'ada@kerbside.example',
  sessionId: 's-1',
  twoFactor: false,
}
const principal: Principal = { operator: ada, role: 'dispatcher', address: '192.0.2.7' }
const event: AuditEvent = { action: 'open-record', subject: 'vehicle v-7', requestId: 'r-1' }

function audited() {
  const entries: NewAuditEntry[] = []
  const state = { atMs: 0, isDown: false }
  const write = async (entry: NewAuditEntry) => {
    if (state.isDown) throw new Error('database outage')
    entries.push(entry)
  }
  return { entries, record: createAuditDedupe({ write }, () => state.atMs), state }
}

test('a page that polls its record is one entry a quarter of an hour', async () => {
  const { entries, record, state } = audited()
  for (; state.atMs < 31 * MINUTE_MS; state.atMs += 5_000) {
    await record(principal, { ...event, requestId: `at ${state.atMs / MINUTE_MS}` }, 'ok')
  }
  expect(entries.map(({ requestId }) => requestId)).toEqual(['at 0', 'at 15', 'at 30'])
})

test('a difference in the entry or the session makes another entry', async () => {
  const { entries, record } = audited()
  const others: [Principal, AuditEvent, string][] = [
    [principal, event, 'ok'],
    [principal, event, 'upstream-timeout'],
    [principal, { ...event, subject: 'vehicle v-8' }, 'ok'],
    [principal, { ...event, action: 'look-up' }, 'ok'],
    [{ ...principal, address: '192.0.2.8' }, event, 'ok'],
    [{ ...principal, role: 'administrator' }, event, 'ok'],
    [{ ...principal, operator: { ...ada, sessionId: 's-2' } }, event, 'ok'],
  ]
  for (const _ of [1, 2])
    for (const [caller, other, outcome] of others) await record(caller, other, outcome)
  expect(entries).toHaveLength(others.length)
})

test('every export and every change is an entry', async () => {
  const { entries, record } = audited()
  for (const action of ['export', 'change-role', 'read-audit'] as const)
    for (const _ of [1, 2]) await record(principal, { ...event, action }, 'ok')
  expect(entries).toHaveLength(6)
})

test('a failed write suppresses no later entry', async () => {
  const { entries, record, state } = audited()
  state.isDown = true
  await expect(record(principal, event, 'ok')).rejects.toThrow()
  state.isDown = false
  await record(principal, event, 'ok')
  expect(entries).toHaveLength(1)
})
