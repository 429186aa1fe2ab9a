import { expect, test } from 'vitest'
import type { Alert, AlertList } from '@/lib/api/contract/alerts'
import { alertsOver, sweptArea } from '@/lib/testing/alerts'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, withTestAuth } from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside

async function openApi() {
  const alerts = alertsOver({
    area: async () => sweptArea([]),
    bookings: async () => [
      {
        key: 'k-1',
        name: 'B-1',
        status: 'failed',
        error: 'No driver',
        when: 'now',
        hasVehicle: true,
        bookedMs: Date.now(),
        changedMs: Date.now(),
      },
    ],
  })
  await alerts.step()
  const api = apiOver({ alerts: async () => alerts, access: async () => kerbside.auth.access })
  return {
    async list(cookie: string): Promise<AlertList> {
      return dataOf(await api(request('/api/alerts', { cookie })))
    },
    change: (path: string, body: unknown, cookie: string, method = 'POST') =>
      api(request(`/api/alerts/${path}`, { method, body, cookie })),
  }
}

const idOf = (alert: Alert | undefined) => encodeURIComponent(alert?.id ?? '')

test('a dispatcher takes and snoozes an alert, with a name that the others see', async () => {
  const { list, change } = await openApi()
  const [alert] = (await list(cookies.dispatcher)).alerts
  expect(alert).toMatchObject({ rule: 'booking-failed', detail: 'No driver', taken: null })
  const id = idOf(alert)
  expect((await change(`${id}/take`, { isTaken: true }, cookies.dispatcher)).status).toBe(200)
  expect((await change(`${id}/snooze`, { isSnoozed: true }, cookies.dispatcher)).status).toBe(200)
  const [seen] = (await list(cookies.administrator)).alerts
  expect(seen?.taken?.by).toContain('dispatcher')
  expect(seen?.snoozedUntilMs).toBeGreaterThan(Date.now())
  expect((await change(`${id}/take`, { isTaken: false }, cookies.administrator)).status).toBe(200)
  expect((await list(cookies.dispatcher)).alerts[0]?.taken).toBeNull()
  expect((await change('nothing/take', { isTaken: true }, cookies.dispatcher)).status).toBe(404)
})

test('a viewer sees no alert about a booking, and takes none', async () => {
  const { list, change } = await openApi()
  const [alert] = (await list(cookies.dispatcher)).alerts
  expect((await list(cookies.viewer)).alerts).toEqual([])
  const taken = await change(`${idOf(alert)}/take`, { isTaken: true }, cookies.viewer)
  expect(taken.status).toBe(403)
})

test('rules are changed by dispatchers, audited; a limit belongs to a rule that has one', async () => {
  const { change } = await openApi()
  const before = (await kerbside.written()).length
  const put = (body: unknown, cookie: string) => change('rules', body, cookie, 'PUT')
  const silent = { rule: 'silent', isOn: true, minutes: 15 }
  expect((await put(silent, cookies.viewer)).status).toBe(403)
  expect((await put(silent, cookies.dispatcher)).status).toBe(200)
  for (const wrong of [{ minutes: null }, { minutes: 0 }, { minutes: 241 }, { rule: 'nothing' }])
    expect((await put({ ...silent, ...wrong }, cookies.dispatcher)).status).toBe(400)
  const failed = { rule: 'booking-failed', isOn: false, minutes: null }
  expect((await put(failed, cookies.dispatcher)).status).toBe(200)
  expect((await put({ ...failed, minutes: 5 }, cookies.dispatcher)).status).toBe(400)
  const written = (await kerbside.written()).slice(before)
  expect(written.map(({ action, subject, outcome }) => [action, subject, outcome])).toEqual([
    ['change-alert-rule', null, 'role-required'],
    ['change-alert-rule', 'silent: on, 15 min', 'ok'],
    ['change-alert-rule', 'booking-failed: off', 'ok'],
  ])
})

test('each silences rules for oneself, viewers too', async () => {
  const { list, change } = await openApi()
  const body = { rule: 'booking-failed', isSilenced: true }
  expect((await change('silenced', body, cookies.dispatcher, 'PUT')).status).toBe(200)
  expect(await list(cookies.dispatcher)).toMatchObject({
    alerts: [],
    silenced: ['booking-failed'],
  })
  expect((await list(cookies.administrator)).alerts.length).toBe(1)
  expect((await change('silenced', body, cookies.viewer, 'PUT')).status).toBe(200)
})
