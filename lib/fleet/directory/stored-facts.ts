import { shareHosts, type VehicleFacts } from './facts'

/** Facts as they are stored: the keys of an object would be half of it. Another layout needs another STORED_KIND. */
export type StoredFacts = readonly [
  ourRef: string | null,
  licencePlate: string | null,
  activeBookingId: string | null,
  webhookHosts: readonly string[] | 0,
  mtimeMs: number | null,
  readAtMs: number,
  repeats: number,
  isMissing: 0 | 1,
]

export const STORED_KIND = 'directory-1'

export function encodeFacts(facts: VehicleFacts): StoredFacts {
  const { our_ref, licence_plate, active_booking_id } = facts.entry
  const { webhookHosts, mtimeMs, readAtMs, repeats, isMissing } = facts
  const hosts = webhookHosts.length === 0 ? 0 : webhookHosts
  return [our_ref, licence_plate, active_booking_id, hosts, mtimeMs, readAtMs, repeats, isMissing ? 1 : 0]
}

export function decodeFacts([
  our_ref,
  licence_plate,
  active_booking_id,
  hosts,
  mtimeMs,
  readAtMs,
  repeats,
  isMissing,
]: StoredFacts): VehicleFacts {
  return {
    entry: { our_ref, licence_plate, active_booking_id },
    isMissing: isMissing === 1,
    webhookHosts: shareHosts(hosts === 0 ? [] : hosts),
    mtimeMs,
    readAtMs,
    repeats,
  }
}
