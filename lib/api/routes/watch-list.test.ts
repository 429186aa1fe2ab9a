import { expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createWatchList } from '@/lib/fleet/watch-list/watch-list'
import { exampleOf } from '@/lib/interface/fields/fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'
import { readVehicle } from '@/lib/testing/read-records'

const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside

/** Routes over an empty list, with the clock of the test. */
function open({ maximum = 200, isOpen = false } = {}) {
  let nowMs = Date.now()
  const watchStore = createMemoryStore(() => nowMs, maximum)
  const watchList = createWatchList({
    store: async () => watchStore,
    log: () => undefined,
    now: () => nowMs,
  })
  const access = isOpen ? {} : { access: async () => kerbside.auth.access }
  const api = apiOver({ watchList: async () => watchList, ...access })
  const path = (id: string) => `/api/watch-list/${encodeURIComponent(id)}`
  return {
    list: async (role: Role) => api(request('/api/watch-list', { cookie: cookies[role] })),
    changes: async (role: Role, id: string) => api(request(path(id), { cookie: cookies[role] })),
    watch: (role: Role, id: string, list = 'own') =>
      api(request(path(id), { method: 'PUT', body: { list }, cookie: cookies[role] })),
    unwatch: (role: Role, id: string, list = 'own') =>
      api(request(`${path(id)}?list=${list}`, { method: 'DELETE', cookie: cookies[role] })),
    async read(record: Inspected<Vehicle>) {
      nowMs += 60_000
      watchList.onRecord(record.record.id, record.raw, nowMs)
      await new Promise(setImmediate)
    },
  }
}

const read = (raw: object) => readVehicle({ id: 'v-7', ...raw }) as Inspected<Vehicle>
/** Each watched vehicle, with the lists that it is in. */
const ids = async (response: Response) =>
  (await dataOf(response)).vehicles.map(({ id, own, shared }: Record<string, unknown>) =>
    [id, own && 'own', shared && 'shared'].filter(Boolean).join(', '),
  )
const since = async (id: number) =>
  (await kerbside.written())
    .filter((entry) => entry.id > id)
    .map((one) => [one.operatorEmail?.split('@')[0], one.action, one.subject, one.outcome])
const lastId = async () => (await kerbside.written()).at(-1)?.id ?? 0

test('each operator has a list, and the desk shares one that viewers see and do not change', async () => {
  const { list, watch, unwatch } = open()
  const from = await lastId()
  expect((await watch('viewer', 'v 1%🚕')).status).toBe(200)
  expect((await watch('dispatcher', 'v-2', 'shared')).status).toBe(200)
  expect((await watch('dispatcher', 'v-2')).status).toBe(200)
  expect(await statusAndKind(await watch('viewer', 'v-3', 'shared'))).toEqual([
    403,
    'role-required',
  ])
  expect(await statusAndKind(await unwatch('viewer', 'v-2', 'shared'))).toEqual([
    403,
    'role-required',
  ])
  expect(await ids(await list('viewer'))).toEqual(['v 1%🚕, own', 'v-2, shared'])
  expect(await ids(await list('dispatcher'))).toEqual(['v-2, own, shared'])
  expect((await unwatch('administrator', 'v-2', 'shared')).status).toBe(200)
  expect(await ids(await list('dispatcher'))).toEqual(['v-2, own'])
  expect(await ids(await list('administrator'))).toEqual([])
  // Of the shared list only: an operator's own list is private.
  expect(await since(from)).toEqual([
    ['dispatcher', 'watch', 'vehicle v-2', 'ok'],
    ['viewer', 'watch', 'vehicle v-3', 'role-required'],
    ['viewer', 'unwatch', 'vehicle v-2', 'role-required'],
    ['administrator', 'unwatch', 'vehicle v-2', 'ok'],
  ])
})

test('a viewer gets no personal value, neither old nor new, in any byte; a dispatcher does, audited as a record', async () => {
  const { list, changes, watch, read: readAgain } = open()
  for (const role of ['viewer', 'dispatcher'] as const) await watch(role, 'v-7')
  const people = (name: string) =>
    Object.fromEntries(
      Object.entries(vehicleFields)
        .filter(([, { group }]) => group === 'driver' || group === 'owner')
        .map(([field]) => [field, `${name} ${field}`]),
    )
  const whole = (name: string, more: object) => ({
    ...exampleOf(vehicleFields),
    ...people(name),
    ...more,
  })
  await readAgain(
    read(whole('CanaryOld', { id: 'v-7', make: 'Volvo', nickname: 'CanaryOld', functions: ['a'] })),
  )
  const hidden = { nickname: 'CanaryNew', functions: [{ driver: 'CanaryNew' }], 'a CanaryNew': 1 }
  await readAgain(read(whole('CanaryNew', { id: 'v-7', make: 'Saab', ...hidden })))

  const bytes =
    (await (await list('viewer')).text()) + (await (await changes('viewer', 'v-7')).text())
  expect(bytes).not.toContain('Canary')
  expect(bytes).toContain('Saab')
  const seen = (await dataOf(await changes('viewer', 'v-7'))).changes
  const phone = seen.find(({ path }: { path: string }) => path === 'driver_phone_number')
  expect([phone.old, phone.new]).toEqual([{ is: 'withheld' }, { is: 'withheld' }])

  const from = await lastId()
  expect(await (await list('dispatcher')).text()).not.toMatch(
    /CanaryOld|"CanaryNew|CanaryNew driver_name/,
  )
  expect(await since(from)).toEqual([])
  const all = await (await changes('dispatcher', 'v-7')).text()
  for (const value of [
    'CanaryOld owner_email',
    'CanaryNew driver_name',
    'CanaryOld\\"',
    '{\\"driver\\":',
  ])
    expect(all).toContain(value)
  await changes('dispatcher', 'v-7')
  expect(await since(from)).toEqual([['dispatcher', 'open-record', 'vehicle v-7', 'ok']])
})

test('a vehicle that is in neither list, an odd id and an unknown list are refused', async () => {
  const { changes, watch, unwatch } = open()
  await watch('viewer', 'v-7')
  expect(await statusAndKind(await changes('dispatcher', 'v-7'))).toEqual([404, 'not-found'])
  expect(await statusAndKind(await watch('dispatcher', 'a/b'))).toEqual([400, 'bad-parameter'])
  expect(await statusAndKind(await watch('dispatcher', 'v-7', 'theirs'))).toEqual([
    400,
    'bad-parameter',
  ])
  expect(await statusAndKind(await unwatch('dispatcher', 'v-7', 'theirs'))).toEqual([
    400,
    'bad-parameter',
  ])
})

test('a full list says so', async () => {
  const { watch } = open({ maximum: 1 })
  await watch('dispatcher', 'v-1')
  expect(await statusAndKind(await watch('dispatcher', 'v-2'))).toEqual([409, 'watch-list-full'])
  expect((await watch('dispatcher', 'v-1')).status).toBe(200)
})

test('without sign-in there is one list', async () => {
  const { list, watch, unwatch } = open({ isOpen: true })
  await watch('administrator', 'v-1', 'own')
  expect(await ids(await list('administrator'))).toEqual(['v-1, shared'])
  await unwatch('administrator', 'v-1', 'own')
  expect(await ids(await list('administrator'))).toEqual([])
})
