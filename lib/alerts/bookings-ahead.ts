import { ARRIVED_MAXIMUM } from '@/lib/api/contract/webhooks'
import { isVehicleUnreadable, readDue } from '@/lib/format/status/due-state'
import { clip } from '@/lib/interface/clip'
import { readAnyBooking } from '@/lib/interface/readers'
import { parseTime } from '@/lib/interface/times'
import type { ArrivedBooking, Inbox } from '@/lib/webhooks/inbox'
import type { ObservedBooking } from './observation'

/** Pages read at the start; a pick-up ahead in an older booking is not found. */
const PAGES_MAXIMUM = 50

type Bookings = Pick<Inbox, 'page' | 'changedAfter'>

/**
 * Bookings that are ahead, late or failed: all of the inbox are read once, then what changes.
 * @param zone of pick-up times without one
 */
export function createBookingsAhead(
  open: () => Promise<Bookings>,
  now: () => number,
  zone?: string,
): () => Promise<readonly ObservedBooking[]> {
  const ahead = new Map<string, ObservedBooking>()
  let version: number | null = null

  function add(bookings: readonly ArrivedBooking[]): void {
    for (const booking of bookings) {
      const observed = observedOf(booking)
      if (isDue(observed)) ahead.set(booking.key, observed)
      else ahead.delete(booking.key)
    }
  }

  function isDue(booking: ObservedBooking): boolean {
    return readDue(booking, booking.bookedMs, now(), zone) !== null
  }

  async function readAll(inbox: Bookings): Promise<number> {
    let newest = 0
    let before: string | null = null
    for (let pages = 0; pages < PAGES_MAXIMUM; pages++) {
      const { bookings, older } = await inbox.page(ARRIVED_MAXIMUM, before)
      for (const booking of bookings) newest = Math.max(newest, booking.version)
      add(bookings)
      if (older === null) break
      before = older
    }
    return newest
  }

  async function readFurther(inbox: Bookings, after: number): Promise<number> {
    const bookings = await inbox.changedAfter(after, ARRIVED_MAXIMUM)
    add(bookings)
    const last = bookings.at(-1)?.version ?? after
    return bookings.length < ARRIVED_MAXIMUM ? last : readFurther(inbox, last)
  }

  return async () => {
    const inbox = await open()
    version = version === null ? await readAll(inbox) : await readFurther(inbox, version)
    for (const [key, booking] of ahead) if (!isDue(booking)) ahead.delete(key)
    return [...ahead.values()]
  }
}

function observedOf(booking: ArrivedBooking): ObservedBooking {
  const { record, unreadable = [] } = booking.record ? readAnyBooking(booking.record) : {}
  const { error = null, when = null, ctime = null } = record ?? {}
  const vehicle = booking.vehicleId || booking.vehicleOurRef
  const name = booking.ourRef ?? booking.id
  const createdMs = ctime === null ? null : parseTime(ctime)?.epochMs
  return {
    key: booking.key,
    name: name === null ? null : clip(name),
    status: booking.status,
    error: error === null ? null : clip(error),
    when,
    hasVehicle: Boolean(vehicle) || isVehicleUnreadable(unreadable),
    bookedMs: createdMs ?? booking.firstReceivedAtMs,
    changedMs: booking.changes.at(-1)?.receivedAtMs ?? booking.lastReceivedAtMs,
  }
}
