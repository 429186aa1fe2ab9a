import type { Encryption } from '@/lib/store/encryption'
import { addDeliveries, stateOf } from './booking-state'
import { createContents, createRepeats } from './delivery-content'
import {
  type ArrivedBooking,
  compareNewestFirst,
  cursorOf,
  type Inbox,
  parseCursor,
  type StoredDelivery,
  type TokenCount,
} from './inbox'
import type { ReceivedDelivery } from './receiver'

/** Deliveries kept, and the length of their bodies; beyond either the older half is dropped. */
const DELIVERIES_MAXIMUM = 5_000
const BODIES_MAXIMUM = 8 * 1024 * 1024

interface Kept {
  readonly received: ReceivedDelivery
  readonly isRepeat: boolean
  readonly bodyKey: string
  /** Keys of the bookings in it. */
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

  function oldestFirst(kept: Kept[]): Kept[] {
    return kept.sort((a, b) => a.received.receivedAtMs - b.received.receivedAtMs)
  }

  function ofBooking(key: string): Kept[] {
    const mentions = [...deliveries.values()].filter(({ bookings }) => bookings.includes(key))
    return oldestFirst(mentions)
  }

  function withoutBookings(): Kept[] {
    const kept = [...deliveries.values()].filter(({ bookings }) => bookings.length === 0)
    return oldestFirst(kept)
  }

  function readKept({ received, isRepeat }: Kept): StoredDelivery {
    return { ...contents.read(received), isRepeat }
  }

  function newestBookings(): ArrivedBooking[] {
    return [...bookings.values()].sort(compareNewestFirst)
  }

  /** Makes bookings anew out of the deliveries about them. */
  function renew(keys: readonly string[]): void {
    for (const key of new Set(keys)) {
      const mentions = ofBooking(key).map(readKept)
      const version = ++lastVersion
      if (mentions.length === 0) {
        bookings.delete(key)
        continue
      }
      const state = stateOf(addDeliveries(null, key, mentions))
      bookings.set(key, { ...state, key, version })
    }
  }

  function purge(isOld: (delivery: ReceivedDelivery) => boolean): void {
    const old = [...deliveries.values()].filter(({ received }) => isOld(received))
    for (const { received } of old) deliveries.delete(received.id)
    renew(old.flatMap(({ bookings }) => bookings))
  }

  function dropOlderHalf(): void {
    let length = 0
    for (const { received } of deliveries.values()) length += received.body.length
    if (deliveries.size <= DELIVERIES_MAXIMUM && length <= BODIES_MAXIMUM) return
    const dropped = new Set([...deliveries.keys()].slice(0, Math.ceil(deliveries.size / 2)))
    purge(({ id }) => dropped.has(id))
  }

  function lastByBody(): Map<string, number> {
    const kept = [...deliveries.values()]
    return new Map(kept.map(({ bodyKey, received }) => [bodyKey, received.receivedAtMs]))
  }

  return {
    async store(deliveredNow) {
      const isRepeatOf = createRepeats(lastByBody())
      const stored: StoredDelivery[] = []
      for (const received of deliveredNow) {
        if (deliveries.has(received.id)) continue
        const read = contents.read(received)
        const bodyKey = contents.bodyKey(received)
        const isRepeat = isRepeatOf(bodyKey, received.receivedAtMs)
        const keys = [...read.bookings.keys()]
        deliveries.set(received.id, { received, isRepeat, bodyKey, bookings: keys })
        stored.push({ ...read, isRepeat })
      }
      renew(stored.flatMap(({ bookings }) => [...bookings.keys()]))
      dropOlderHalf()
      return stored
    },
    async changedAfter(version, most) {
      const changed = [...bookings.values()].filter((booking) => booking.version > version)
      return changed.sort((a, b) => a.version - b.version).slice(0, most)
    },
    async page(most, before) {
      const place = before === null ? null : parseCursor(before)
      const all = newestBookings()
      const rest = place ? all.filter((booking) => compareNewestFirst(place, booking) < 0) : all
      const page = rest.slice(0, most)
      const last = rest.length > most ? page.at(-1) : undefined
      return {
        bookings: page,
        older: last ? cursorOf(last) : null,
        unreadable: 0,
      }
    },
    countBookings: async () => bookings.size,
    async newestVersion() {
      const versions = [...bookings.values()].map(({ version }) => version)
      return Math.max(0, ...versions)
    },
    async ofVehicle(id, ourRef, most) {
      const named = newestBookings().filter(({ vehicleId, vehicleOurRef }) => {
        const isById = id !== null && vehicleId === id
        const isByRef = ourRef !== null && vehicleOurRef === ourRef
        return isById || isByRef
      })
      return named.slice(0, most)
    },
    find: async (key) => bookings.get(key) ?? null,
    findById: async (id) => bookings.get(contents.bookingKey(id)) ?? null,
    deliveriesOf: async (key, most) => ofBooking(key).slice(-most).map(readKept),
    unrecognised: async (most) => withoutBookings().reverse().slice(0, most).map(readKept),
    countUnrecognised: async () => withoutBookings().length,
    async countByToken() {
      const counts = new Map<string, TokenCount>()
      for (const { received } of deliveries.values()) {
        const before = counts.get(received.tokenId)
        counts.set(received.tokenId, {
          deliveries: (before?.deliveries ?? 0) + 1,
          lastReceivedAtMs: Math.max(before?.lastReceivedAtMs ?? 0, received.receivedAtMs),
        })
      }
      return counts
    },
    purge: async (beforeMs) => purge(({ receivedAtMs }) => receivedAtMs < beforeMs),
  }
}
