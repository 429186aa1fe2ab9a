import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Alert } from '@/lib/api/contract/alerts'
import type { Role } from '@/lib/api/contract/operators'
import { query } from '@/lib/api/queries/query'
import { render } from '@/lib/testing/render'
import { AlertPanel } from './alert-panel'

const NOW_MS = Date.UTC(2026, 0, 1, 12)
const MINUTE_MS = 60_000

function alert(fields: Partial<Alert>): Alert {
  return {
    id: JSON.stringify(fields),
    rule: 'silent',
    sinceMs: NOW_MS - 12 * MINUTE_MS,
    openedAtMs: NOW_MS - 2 * MINUTE_MS,
    closedAtMs: null,
    taken: null,
    snoozedUntilMs: null,
    vehicle: null,
    booking: null,
    zone: null,
    detail: null,
    dueAtMs: null,
    more: null,
    ...fields,
  }
}

const position = { lat: 51.5, lng: -0.1 }
const port = { id: 'z-1', name: 'Port', middle: { lat: 51.5, lng: -0.1 }, reach: 500 }
const kb7 = { id: 'v-7', our_ref: 'KB-7', licence_plate: null, position }

function htmlOf(alerts: readonly Alert[], role: Role = 'dispatcher', isKept = true): string {
  const client = new QueryClient()
  client.setQueryData(query('/api/me').queryKey, { data: { operator: { role } } } as never)
  const list = { alerts, silenced: [], isKept, now: NOW_MS, version: '1' }
  const nothing = () => undefined
  return render(<AlertPanel list={list} onRules={nothing} onLeave={nothing} />, { client })
}

function textOf(...args: Parameters<typeof htmlOf>): string {
  return htmlOf(...args).replaceAll(/<[^>]+>/g, '')
}

test.each<readonly [Partial<Alert>, RegExp]>([
  [{ vehicle: kb7 }, /KB-7 has not reported.*\(12 min\)/],
  [{ rule: 'standing-busy', vehicle: kb7, detail: 'on_trip' }, /still while on trip/],
  [{ rule: 'watched-free', vehicle: { ...kb7, our_ref: null } }, /v-7 is free again/],
  [{ rule: 'watched-status', vehicle: kb7 }, /KB-7 no longer reports a status/],
  [
    { rule: 'booking-failed', booking: { key: 'k', name: 'B-1' }, detail: 'No driver' },
    /Booking B-1 failedNo driver/,
  ],
  [
    { rule: 'booking-due', booking: { key: 'k', name: 'B-1' }, dueAtMs: NOW_MS },
    /Booking B-1 has no vehicle.*pick-up/,
  ],
  [{ vehicle: kb7, sinceMs: NOW_MS - MINUTE_MS + 1 }, /KB-7 has not reported.*\(&lt; 1 min\)/],
  [{ rule: 'zone-under', zone: port }, /Port is short of free vehicles.*\(12 min\)/],
  [{ rule: 'zone-entered', zone: port, vehicle: kb7 }, /KB-7 entered Port/],
  [{ rule: 'zone-entered', more: 12 }, /12 more alerts: a vehicle of the home area entered a zone/],
  [{ rule: 'service', detail: 'upstream-auth' }, /The service has a problem: the service rejected/],
])('an alert with %j reads as %s', (fields, words) => {
  expect(textOf([alert(fields)])).toMatch(words)
})

test('a vehicle or a zone is shown on the map, or a vehicle by its record, and a booking by its page', () => {
  expect(htmlOf([alert({ vehicle: kb7 })])).toContain('href="/?position=51.5,-0.1&amp;vehicle=v-7"')
  expect(htmlOf([alert({ vehicle: { ...kb7, position: null } })])).toContain('href="/vehicles/v-7"')
  expect(htmlOf([alert({ rule: 'zone-over', zone: port })])).toContain(
    'href="/?map=51.5,-0.1@14.75&amp;panel=zones&amp;zone=z-1"',
  )
  const booking = { key: 'k', name: 'B-1' }
  expect(htmlOf([alert({ rule: 'booking-failed', booking })])).toContain(
    'href="/bookings/arrived/k"',
  )
})

test('dispatchers take and snooze, viewers do not; each silences rules', () => {
  const taken = alert({ vehicle: kb7, taken: { by: 'Ana', atMs: NOW_MS } })
  expect(textOf([taken])).toMatch(/taken by Ana.*Show.*Give back.*Snooze 15 min.*Silence this rule/)
  const seen = textOf([taken], 'viewer')
  expect(seen).toMatch(/taken by Ana.*Silence this rule for me/)
  expect(seen).not.toMatch(/Give back|Snooze/)
})

test('snoozed and ended ones are folded, and a store that is away is said', () => {
  const snoozed = alert({ vehicle: kb7, snoozedUntilMs: NOW_MS + MINUTE_MS })
  const ended = alert({ vehicle: kb7, closedAtMs: NOW_MS })
  const text = textOf([snoozed, ended], 'dispatcher', false)
  expect(text).toMatch(/Alerts are not kept right now.*No alert is open.*1 snoozed.*1 ended/)
})
