import { describe, expect, it } from 'vitest'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { type GapName, gaps } from '@/lib/interface/gaps'
import { isOnEarth } from '@/lib/interface/position'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Search } from '@/lib/interface/search'
import { parseTime, type TimeFormat } from '@/lib/interface/times'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import {
  type GapAnswers,
  gapChoices,
  gapNames,
  type ReferenceGap,
  gaps as referenceGaps,
} from '@/lib/reference/gaps'
import { createReferenceService, type ReferenceServiceOptions } from '@/lib/reference/service'
import { clientOf, failureOf } from '@/lib/testing/servers'
import { fixedKey } from '@/lib/upstream/http/key-source'
import type { Send } from '@/lib/upstream/http/network'
import type { ServiceClient } from './service'

/**
 * The client against the reference service, which implements the interface separately: a
 * misreading fails here. The client must understand every answer of the reference service
 * where the interface is silent.
 */

const KEY = 'contract-key'
const NOW = Date.UTC(2025, 5, 1, 12, 0, 30)
const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 90 })
const search: Search = {
  position: fleet.centre,
  radius: 40_000,
  limit: 20,
  type: null,
  cursor: null,
}

function clientOver(send: Send, key = KEY): ServiceClient {
  return clientOf('http://reference.localhost', { send, key: fixedKey(key), now: () => NOW })
}

function reference(
  gaps: Partial<GapAnswers> = {},
  more: Partial<ReferenceServiceOptions> = {},
): Send {
  return createReferenceService({ fleet, keys: [{ key: KEY }], now: () => NOW, gaps, ...more })
}

async function readToEnd(client: ServiceClient, first: Search): Promise<VehicleSearchObject[]> {
  const vehicles: VehicleSearchObject[] = []
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages++) {
    if (pages > 20) throw new Error('the search has no end')
    const { data, dropped } = await client.searchVehicles({ ...first, cursor })
    expect([dropped, data.unreadable]).toEqual([0, {}])
    vehicles.push(...data.vehicles)
    cursor = data.next_cursor
  }
  return vehicles
}

function timeFormat({ record }: { record: { mtime: string | null } }): TimeFormat | undefined {
  return parseTime(record.mtime ?? '')?.format
}

const choices = gapNames.flatMap((name) =>
  gapChoices[name].map((choice) => [name, choice] as const),
)

describe.each(choices)('where the service settles %s as %s', (name, choice) => {
  const client = clientOver(reference({ [name]: choice }))

  it('a search is read to its end, every vehicle once', async () => {
    // Pages in random orders have some twice and others not at all: one page has all.
    const vehicles = await readToEnd(
      client,
      choice === 'random' ? { ...search, limit: 100 } : search,
    )
    const shown = Array.from({ length: fleet.size }, (_, index) => index).filter(
      (index) => choice !== 'left-out' || !fleet.isOffline(index),
    )
    expect(vehicles.map(({ id }) => id).sort()).toEqual(
      shown.map((index) => fleet.record(index, NOW).id).sort(),
    )
    for (const { status, functions, position, mtime } of vehicles) {
      expect(status).toMatch(/./)
      expect(functions?.every((key) => /^\w+$/.test(key))).toBe(true)
      if (position !== null) expect(isOnEarth(position)).toBe(true)
      if (mtime !== null) expect(parseTime(mtime)).not.toBeNull()
    }
    expect(vehicles.some(({ position }) => position !== null)).toBe(true)
  })

  it('the other five endpoints answer with what was asked for', async () => {
    const { id, facts } = fleet.record(7, NOW)
    const answers = [
      await client.getVehicle(id),
      await client.getVehicleByOurRef(facts.our_ref as string),
      await client.getVehicleStatus(id),
      await client.getExampleVehicle(),
      await client.getExampleBooking(),
    ].map(({ data }) => data)
    expect(answers.map(({ unreadable }) => unreadable)).toEqual([[], [], [], [], []])
    expect(answers.slice(0, 3).map(({ record }) => record.id)).toEqual([id, id, id])
    const asSearched = name === 'searchTime' && choice === 'z' ? 'iso-utc' : 'iso-offset'
    const usual = ['iso-utc', 'iso-utc', asSearched, 'iso-utc', 'gmt']
    const formats = answers.map(timeFormat)
    if (name !== 'mtime') expect(formats).toEqual(usual)
    else if (choice === 'absent') expect(formats).toEqual([...Array(4).fill(undefined), 'gmt'])
    else
      expect(formats.slice(0, 4)).toEqual(
        choice === 'other-zone' ? Array(4).fill('iso-offset') : usual.slice(0, 4),
      )
  })

  it('a vehicle that is not there is not found', async () => {
    const calls = [
      client.getVehicle('v-0'),
      client.getVehicleStatus('v-0'),
      client.getVehicleByOurRef('v-0'),
    ]
    const failure = choice === '400-json' ? { status: 400 } : { kind: 'not-found' }
    for (const failed of await Promise.all(calls.map(failureOf)))
      expect(failed).toMatchObject(failure)
  })

  it('a wrong key and a wrong cursor are told apart', async () => {
    const stranger = clientOver(reference({ [name]: choice }), 'another-key')
    expect((await failureOf(stranger.searchVehicles(search))).kind).toBe('upstream-auth')
    const lost = await failureOf(client.searchVehicles({ ...search, cursor: 'lost' }))
    expect(lost).toMatchObject({
      kind: 'request-refused',
      status: name === 'invalidParameter' ? choice : 400,
    })
  })
})

it('the reference settles every gap of the interface, under the same section', () => {
  // Gaps of §2 are about the same fields wherever they are listed.
  const chapterOf = (section: string) => section.split('.')[0]
  const settled: string[] = []
  for (const [name, gap] of Object.entries<ReferenceGap>(referenceGaps)) {
    for (const settledName of gap.settles ?? []) {
      const { section } = gaps[settledName as GapName]
      expect(chapterOf(gap.section), name).toBe(chapterOf(section))
      settled.push(settledName)
    }
  }
  // It has no endpoints for changes either.
  const open = Object.keys(gaps).filter((name) => name !== 'changes')
  expect(new Set(settled)).toEqual(new Set(open))
})

it('the reference sends exactly the fields of the tables', async () => {
  const client = clientOver(reference())
  // The fleet's first vehicle has every field.
  const { id } = fleet.record(0, NOW)
  const { data: status } = await client.getVehicleStatus(id)
  const { data: vehicle } = await client.getExampleVehicle()
  const { data: booking } = await client.getExampleBooking()
  expect(Object.keys(vehicle.raw).sort()).toEqual(Object.keys(vehicleFields).sort())
  expect(Object.keys(status.raw).sort()).toEqual(Object.keys(vehicleSearchObjectFields).sort())
  expect(Object.keys(booking.raw).sort()).toEqual(Object.keys(bookingFields).sort())
  expect(Object.keys(booking.raw.totals as object).sort()).toEqual(Object.keys(totalsFields).sort())
})

it('finds every vehicle by its our_ref, however awkward to encode', async () => {
  const hostile = createDemoFleet({ centre: fleet.centre, vehicles: fleet.size, hostile: true })
  const client = clientOver(reference({}, { fleet: hostile }))
  for (let index = 0; index < fleet.size; index++) {
    const { id, facts } = hostile.record(index, NOW)
    expect((await client.getVehicleByOurRef(facts.our_ref as string)).data.record.id).toBe(id)
  }
})

it('filters by type', async () => {
  const client = clientOver(reference())
  const all = await readToEnd(client, search)
  const vans = await readToEnd(client, { ...search, type: 'van' })
  expect(vans.map(({ id }) => id)).toEqual(
    all.filter(({ type }) => type === 'van').map(({ id }) => id),
  )
  expect(vans.length).toBeGreaterThan(0)
})

it.each([
  ['seconds', 30_000],
  ['date', 30_000],
  ['absent', null],
] as const)('pauses as it is told: Retry-After %s', async (retryAfter, retryAfterMs) => {
  const client = clientOver(reference({ rateLimit: '60-per-minute', retryAfter }))
  for (let call = 0; call < 60; call++) await client.getExampleVehicle()
  expect(await failureOf(client.getExampleVehicle())).toMatchObject({
    kind: 'rate-limited',
    retryAfterMs,
  })
})
