import { createHash } from 'node:crypto'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { readVehicle } from './read-records'

/** A record as a service of a city has it: a random id, two names, a booking for every third vehicle, a webhook. */
export function directoryRecord(n: number): Inspected<Vehicle> {
  const hash = hex(`vehicle ${n}`)
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 28)}`
  const given = {
    id,
    our_ref: `Taxi ${n}`,
    licence_plate: hash.slice(30, 37).toUpperCase(),
    active_booking_id: n % 3 === 0 ? hex(`booking ${n}`).slice(0, 32) : null,
    mtime: new Date(Date.UTC(2026, 0, 1) + n * 977).toISOString(),
    webhooks: { 'vehicle-booking-create': `https://hooks${n % 5}.example/${n}` },
  }
  // Parsed, so that texts take as much memory as those of an answer.
  const record = readVehicle(JSON.parse(JSON.stringify(given)))
  if (!record) throw new Error(`no vehicle: ${id}`)
  return record
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
