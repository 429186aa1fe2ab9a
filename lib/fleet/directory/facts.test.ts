import { expect, test } from 'vitest'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldsOf } from '@/lib/interface/resources'
import { readVehicle } from '@/lib/testing/read-records'
import { decodeFacts, encodeFacts, factsOfRecord, NO_NAMES, type VehicleFacts } from './facts'

const facts: VehicleFacts = {
  entry: { our_ref: 'Bay 4', licence_plate: null, active_booking_id: 'b-1' },
  isMissing: false,
  webhookHosts: ['a.example', 'b.example'],
  mtimeMs: 1_700_000_000_123,
  readAtMs: 1_700_000_100_000,
  repeats: 3,
}

test.each([facts, { ...facts, entry: NO_NAMES, isMissing: true, webhookHosts: [], mtimeMs: null }])(
  'facts come back from the store as they were',
  (stored) => {
    expect(decodeFacts(JSON.parse(JSON.stringify(encodeFacts(stored))))).toEqual(stored)
  },
)

test('nothing of a driver or owner is stored, nor any other field but names, booking, webhook hosts and times', () => {
  const raw: Record<string, unknown> = {}
  for (const [name, { type }] of fieldsOf(vehicleFields)) {
    raw[name] = `<${name}>`
    if (type === 'number') raw[name] = 4711
    if (type === 'strings') raw[name] = [`<${name}>`]
  }
  const webhooks = { 'vehicle-booking-create': 'https://hooks.example/secret-path' }
  const { record } = readVehicle({ ...raw, webhooks, extra: '<extra>' }) ?? expect.unreachable()
  const stored = JSON.stringify(encodeFacts(factsOfRecord(record, 1_700_000_100_000, null)))
  expect(stored).toBe(
    '["<our_ref>","<licence_plate>","<active_booking_id>",["hooks.example"],null,1700000100000,0,0]',
  )
})
