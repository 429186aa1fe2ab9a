import { expect, test } from 'vitest'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf } from '@/lib/interface/resources'
import { readVehicle } from '@/lib/testing/read-records'
import { decodeFacts, encodeFacts, factsOfRecord, NO_NAMES, type VehicleFacts } from './facts'

const facts: VehicleFacts = {
  entry: { our_ref: 'Bay 4', licence_plate: null, active_booking_id: 'b-1' },
  driver: { name: 'Ada', phone: '+44 7700 900107' },
  isMissing: false,
  webhookHosts: ['a.example', 'b.example'],
  mtimeMs: 1_700_000_000_123,
  readAtMs: 1_700_000_100_000,
  repeats: 3,
}

const missing: VehicleFacts = {
  ...facts,
  entry: NO_NAMES,
  driver: null,
  isMissing: true,
  webhookHosts: [],
  mtimeMs: null,
}

test.each([facts, missing])('facts come back from the store as they were', (stored) => {
  expect(decodeFacts(JSON.parse(JSON.stringify(encodeFacts(stored))))).toEqual(stored)
})

test('of people a driver’s name and number alone are stored, beside names, booking, webhook hosts and times', () => {
  const raw: Record<string, unknown> = {}
  for (const [name, { type }] of fieldsOf(vehicleFields)) {
    raw[name] = `<${name}>`
    if (type === 'number') raw[name] = 4711
    if (type === 'strings') raw[name] = [`<${name}>`]
  }
  const webhooks = { 'vehicle-booking-create': 'https://hooks.example/secret-path' }
  const read = readVehicle({ ...raw, webhooks, extra: '<extra>' }) ?? expect.unreachable()
  const stored = JSON.stringify(encodeFacts(factsOfRecord(read, 1_700_000_100_000, null)))
  expect(stored).toBe(
    '["<our_ref>","<licence_plate>","<active_booking_id>",["hooks.example"],null,1700000100000,0,0,"<driver_name>","<driver_phone_number>"]',
  )
})

test('another driver is news, as another call sign is: the record is read again sooner', () => {
  const recordOf = (driver_name: string) =>
    readVehicle({ id: 'v-7', our_ref: 'Bay 4', driver_name }) ?? expect.unreachable()
  const first = factsOfRecord(recordOf('Ada'), 1_700_000_100_000, null)
  const same = factsOfRecord(recordOf('Ada'), 1_700_000_200_000, first)
  const other = factsOfRecord(recordOf('Grace'), 1_700_000_300_000, same)
  expect([same.repeats, other.repeats]).toEqual([1, 0])
  expect(other.entry).toBe(first.entry)
})

test('a plate that came and is not read is known as unreadable, stored too', () => {
  const read =
    readVehicle({ id: 'v-7', our_ref: 'Bay 4', licence_plate: {} }) ?? expect.unreachable()
  const facts = factsOfRecord(read, 1_700_000_100_000, null)
  expect(facts.entry).toMatchObject({ licence_plate: null, unreadable: ['licence_plate'] })
  expect(decodeFacts(encodeFacts(facts))).toEqual(facts)
  const without = readVehicle({ id: 'v-7', our_ref: 'Bay 4' }) ?? expect.unreachable()
  const later = factsOfRecord(without, 1_700_000_200_000, facts)
  expect([later.entry.unreadable, later.repeats]).toEqual([undefined, 0])
})
