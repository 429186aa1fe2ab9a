import type { Encryption } from '@/lib/store/encryption'
import { addDeliveries, stateOf } from './booking-state'
import { createContents } from './delivery-content'
import {
  type ArrivedBooking,
  createRepeats,
  cursorOf,
  type Inbox,
  parseCursor,
  type StoredDelivery,
} from './inbox'
import type { ReceivedDelivery } from './receiver'

/** Deliveries kept, and the length of their bodies; beyond either the older half is dropped. */
const DELIVERIES_MAXIMUM = 5_000
const BODIES_MAXIMUM = 8 * 1024 * 1024

interface Kept {
  readonly received: ReceivedDelivery
  readonly isRepeat: boolean
  readonly bodyKey: string
  readonly bookings: readonly string[]
}

/** Deliveries of demo data, which are of this process only. */
export function createMemoryInbox(encryption: Encryption): Inbox {
  const contents = createContents(encryption)
  /** By id, in the order of their arrival; read again when they are shown. */
  const deliveries = new Map<string, Kept>()
  const bookings = new Map<string, ArrivedBooking>()
  // After those of the process before, which browsers may still name.
  let lastVersion = Date.now()

  const newestLast = (kept: readonly Kept[]) =>
    kept.toSorted((a, b) => a.received.receivedAtMs - b.received.receivedAtMs)
  const ofBooking = (key: string) =>
    newestLast([...deliveries.values()].filter((one) => one.bookings.includes(key)))
  const opened = ({ received, isRepeat }: Kept): StoredDelivery => ({
    ...contents.read(received),
    isRepeat,
  })
  const newestFirst = () =>
    [...bookings.values()].sort(
      (a, b) => b.lastReceivedAtMs - a.lastReceivedAtMs || b.version - a.version,
    )

  /** Makes bookings anew out of the deliveries about them. */
  function renew(keys: readonly string[]): void {
    for (const key of new Set(keys)) {
      const left = ofBooking(key).map(opened)
      const version = ++lastVersion
      if (left.length === 0) bookings.delete(key)
      else bookings.set(key, { ...stateOf(addDeliveries(null, key, left)), key, version })
    }
  }

  function purge(isOld: (one: ReceivedDelivery) => boolean): void {
    const old = [...deliveries.values()].filter(({ received }) => isOld(received))
    for (const { received } of old) deliveries.delete(received.id)
    renew(old.flatMap((one) => one.bookings))
  }

  function dropOlderHalf(): void {
    const lengths = [...deliveries.values()].map(({ received }) => received.body.length)
    const length = lengths.reduce((sum, one) => sum + one, 0)
    if (deliveries.size <= DELIVERIES_MAXIMUM && length <= BODIES_MAXIMUM) return
    const dropped = new Set([...deliveries.keys()].slice(0, Math.ceil(deliveries.size / 2)))
    purge(({ id }) => dropped.has(id))
  }

  return {
    async store(received) {
      const isRepeat = createRepeats(
        new Map([...deliveries.values()].map((one) => [one.bodyKey, one.received.receivedAtMs])),
      )
      const stored: StoredDelivery[] = []
      for (const one of received) {
        if (deliveries.has(one.id)) continue
        const read = contents.read(one)
        const bodyKey = contents.bodyKey(one)
        const kept = { received: one, isRepeat: isRepeat(bodyKey, one.receivedAtMs), bodyKey }
        deliveries.set(one.id, { ...kept, bookings: [...read.bookings.keys()] })
        stored.push({ ...read, isRepeat: kept.isRepeat })
      }
      renew(stored.flatMap((one) => [...one.bookings.keys()]))
      dropOlderHalf()
      return stored
    },
    changedAfter: async (version, most) =>
      [...bookings.values()]
        .filter((one) => one.version > version)
        .sort((a, b) => a.version - b.version)
        .slice(0, most),
    async page(most, before) {
      const after = before === null ? null : parseCursor(before)
      const isAfter = ({ lastReceivedAtMs, version }: ArrivedBooking) =>
        after === null ||
        lastReceivedAtMs < after.lastReceivedAtMs ||
        (lastReceivedAtMs === after.lastReceivedAtMs && version < after.version)
      const all = newestFirst().filter(isAfter)
      const shown = all.slice(0, most)
      const last = all.length > most ? shown.at(-1) : undefined
      return {
        bookings: shown,
        older: last ? cursorOf(last.lastReceivedAtMs, last.version) : null,
        unreadable: 0,
      }
    },
    countBookings: async () => bookings.size,
    ofVehicle: async (id, ourRef, most) =>
      newestFirst()
        .filter(
          (one) =>
            (id !== null && one.vehicleId === id) ||
            (ourRef !== null && one.vehicleOurRef === ourRef),
        )
        .slice(0, most),
    find: async (key) => bookings.get(key) ?? null,
    findById: async (id) => bookings.get(contents.bookingKey(id)) ?? null,
    deliveriesOf: async (key, most) => ofBooking(key).slice(-most).map(opened),
    unrecognised: async (most) =>
      newestLast([...deliveries.values()].filter((one) => one.bookings.length === 0))
        .reverse()
        .slice(0, most)
        .map(opened),
    countUnrecognised: async () =>
      [...deliveries.values()].filter((one) => one.bookings.length === 0).length,
    async countByToken() {
      const counts = new Map<string, { deliveries: number; lastReceivedAtMs: number }>()
      for (const { received } of deliveries.values()) {
        const { deliveries: before = 0, lastReceivedAtMs = 0 } = counts.get(received.tokenId) ?? {}
        const last = Math.max(lastReceivedAtMs, received.receivedAtMs)
        counts.set(received.tokenId, { deliveries: before + 1, lastReceivedAtMs: last })
      }
      return counts
    },
    purge: async (beforeMs) => purge(({ receivedAtMs }) => receivedAtMs < beforeMs),
  }
}
