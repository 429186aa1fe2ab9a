import { expect, test } from 'vitest'
import { NO_NAMES, type VehicleFacts } from './facts'
import { decodeFacts, encodeFacts } from './stored-facts'

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
