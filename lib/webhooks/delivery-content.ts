import { decodeBody } from '@/lib/inspect/decode-text'
import {
  type DeliveredBooking,
  type Delivery,
  readDelivery,
} from '@/lib/inspect/delivery/read-delivery'
import type { Encryption } from '@/lib/store/encryption'
import type { ReceivedDelivery } from './receiver'

type BookingNames = Pick<DeliveredBooking, 'id' | 'ourRef'>

export interface ReadReceived {
  readonly received: ReceivedDelivery
  readonly text: string
  readonly delivery: Delivery
  /** Distinct bookings, by the keyed hash of their id; a body may have several states of one. */
  readonly bookings: ReadonlyMap<string, readonly DeliveredBooking[]>
}

/** A body that came before within this time is a repetition. */
export const REPEAT_MS = 10 * 60_000

const unreadable: Delivery = {
  form: 'unreadable',
  content: undefined,
  event: null,
  bookings: [],
  confirmUrl: null,
}

/** Its id, or else its maker's reference. */
export function bookingName({ id, ourRef }: BookingNames): string | null {
  if (id !== null) return id
  return ourRef === null ? null : `our_ref ${ourRef}`
}

/** A body that made the reader fail would keep those behind it from being stored. */
function readSafely(text: string, { contentType, headers }: ReceivedDelivery): Delivery {
  try {
    return readDelivery(text, contentType, headers)
  } catch {
    return unreadable
  }
}

export type Contents = ReturnType<typeof createContents>

/** Reads deliveries, and encrypts them and their bookings for the store. */
export function createContents({ hash, encrypt, decrypt }: Encryption) {
  const bookingKey = (id: string) => hash(`booking ${id}`)

  function read(received: ReceivedDelivery): ReadReceived {
    const text = decodeBody(Buffer.from(received.body, 'base64'), received.contentType)
    const delivery = readSafely(text, received)
    const bookings = new Map<string, DeliveredBooking[]>()
    for (const booking of delivery.bookings) {
      const name = bookingName(booking)
      if (name === null) continue
      const key = bookingKey(name)
      bookings.set(key, [...(bookings.get(key) ?? []), booking])
    }
    return { received, text, delivery, bookings }
  }

  return {
    read,
    bookingKey,
    vehicleKey: (id: string | null) => (id === null ? null : hash(`vehicle ${id}`)),
    vehicleRefKey: (ref: string | null) => (ref === null ? null : hash(`vehicle our_ref ${ref}`)),
    bodyKey: (received: ReceivedDelivery) => hash(`body ${received.tokenId} ${received.body}`),

    encrypt: (value: unknown, row: string) => encrypt(JSON.stringify(value), `webhook ${row}`),
    /** @returns null for a row of another secret */
    async decrypt<T>(encrypted: Uint8Array, row: string): Promise<T | null> {
      const text = await decrypt(encrypted, `webhook ${row}`).catch(() => null)
      return text === null ? null : (JSON.parse(text) as T)
    },
  }
}

/**
 * Recognises bodies that came a short time before.
 * @param lastReceivedAtMs by the hash of the body
 */
export function createRepeats(lastReceivedAtMs: ReadonlyMap<string, number>) {
  const last = new Map(lastReceivedAtMs)
  return (bodyKey: string, receivedAtMs: number): boolean => {
    const lastMs = last.get(bodyKey) ?? Number.NEGATIVE_INFINITY
    last.set(bodyKey, Math.max(lastMs, receivedAtMs))
    return lastMs >= receivedAtMs - REPEAT_MS
  }
}
