import type { Encryption } from '@/lib/encryption/encryption'
import { createContents } from './delivery-content'
import {
  type ArrivedBooking,
  entriesOf,
  type Inbox,
  REPEAT_MS,
  STATE_DELIVERIES,
  type StoredDelivery,
  stateOf,
} from './inbox'

/** Deliveries kept; older ones are dropped. */
const DELIVERIES_MAXIMUM = 5_000

/** Deliveries of demo data, which are of this process only. */
export function createMemoryInbox(encryption: Encryption): Inbox {
  const contents = createContents(encryption)
  /** By id, in the order of their arrival. */
  const deliveries = new Map<string, StoredDelivery & { readonly bodyKey: string }>()
  const bookings = new Map<string, ArrivedBooking>()
  let lastVersion = 0

  const ofBooking = (key: string) =>
    [...deliveries.values()]
      .filter((one) => one.bookings.has(key))
      .sort((a, b) => a.received.receivedAtMs - b.received.receivedAtMs)
  const newestFirst = () =>
    [...bookings.values()].sort((a, b) => b.lastReceivedAtMs - a.lastReceivedAtMs || b.version - a.version)

  function purge(isOld: (one: StoredDelivery) => boolean): void {
    for (const [id, one] of deliveries) if (isOld(one)) deliveries.delete(id)
    const left = new Set([...deliveries.values()].flatMap((one) => [...one.bookings.keys()]))
    for (const key of bookings.keys()) if (!left.has(key)) bookings.delete(key)
  }

  return {
    async store(received) {
      const changed = new Set<string>()
      for (const one of received) {
        if (deliveries.has(one.id)) continue
        const read = contents.read(one)
        const bodyKey = contents.bodyKey(one)
        const sinceMs = one.receivedAtMs - REPEAT_MS
        const isRepeat = [...deliveries.values()].some(
          (other) => other.bodyKey === bodyKey && other.received.receivedAtMs >= sinceMs,
        )
        deliveries.set(one.id, { ...read, isRepeat, bodyKey })
        for (const key of read.bookings.keys()) changed.add(key)
      }
      for (const key of changed) {
        const all = ofBooking(key)
        const state = stateOf(entriesOf(key, all.slice(-STATE_DELIVERIES)), all.length)
        bookings.set(key, { ...state, key, version: ++lastVersion })
      }
      if (deliveries.size <= DELIVERIES_MAXIMUM) return
      const kept = new Set([...deliveries.keys()].slice(-DELIVERIES_MAXIMUM / 2))
      purge(({ received: { id } }) => !kept.has(id))
    },
    changedAfter: async (version, most) =>
      [...bookings.values()]
        .filter((one) => one.version > version)
        .sort((a, b) => a.version - b.version)
        .slice(0, most),
    latest: async (most) => newestFirst().slice(0, most),
    ofVehicle: async (id, ourRef, most) =>
      newestFirst()
        .filter(
          (one) => (id !== null && one.vehicleId === id) || (ourRef !== null && one.vehicleOurRef === ourRef),
        )
        .slice(0, most),
    find: async (key) => bookings.get(key) ?? null,
    findById: async (id) => bookings.get(contents.bookingKey(id)) ?? null,
    deliveriesOf: async (key, most) => ofBooking(key).slice(-most),
    unrecognised: async (most) =>
      [...deliveries.values()]
        .filter((one) => one.bookings.size === 0)
        .sort((a, b) => b.received.receivedAtMs - a.received.receivedAtMs)
        .slice(0, most),
    async countByToken() {
      const counts = new Map<string, { deliveries: number; lastReceivedAtMs: number }>()
      for (const { received } of deliveries.values()) {
        const { deliveries: before = 0, lastReceivedAtMs = 0 } = counts.get(received.tokenId) ?? {}
        const last = Math.max(lastReceivedAtMs, received.receivedAtMs)
        counts.set(received.tokenId, { deliveries: before + 1, lastReceivedAtMs: last })
      }
      return counts
    },
    purge: async (beforeMs) => purge(({ received }) => received.receivedAtMs < beforeMs),
  }
}
