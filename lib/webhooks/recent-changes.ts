import type { ArrivedBooking } from './inbox'

/** A page that is out of view for longer reads from the store. */
const KEPT_MS = 60_000
const CHANGES_MAXIMUM = 5_000

export type ReadChanges = (version: number, most: number) => Promise<ArrivedBooking[]>

/**
 * Changes of the last minute, of which each is read and decrypted once for all open lists.
 * @param read changes after a version, oldest first; versions grow in the order
 * in which readers see them
 * @param now milliseconds of a monotonic clock
 */
export function createRecentChanges(
  read: ReadChanges,
  now: () => number = () => performance.now(),
) {
  /** The last change of each booking, oldest first. */
  let changes = new Map<string, { readonly booking: ArrivedBooking; readonly readAtMs: number }>()
  /** All changes after this version are kept; null while none are. */
  let fromVersion: number | null = null
  let toVersion = 0
  let reading: Promise<void> | null = null
  let forgetting: NodeJS.Timeout | undefined

  function keep(bookings: readonly ArrivedBooking[]): void {
    for (const booking of bookings) {
      changes.delete(booking.key)
      changes.set(booking.key, { booking, readAtMs: now() })
      toVersion = booking.version
    }
    for (const [key, { booking, readAtMs }] of changes) {
      if (changes.size <= CHANGES_MAXIMUM && now() - readAtMs < KEPT_MS) break
      changes.delete(key)
      fromVersion = booking.version
    }
  }

  /** Personal data does not stay when no list is open. */
  function forgetLater(): void {
    clearTimeout(forgetting)
    forgetting = setTimeout(forget, KEPT_MS).unref()
  }

  function forget(): void {
    changes = new Map()
    fromVersion = null
  }

  async function readFurther(most: number): Promise<void> {
    const before = changes
    const further = await read(toVersion, most)
    // Forgotten meanwhile.
    if (before !== changes) return
    keep(further)
    if (further.length === most) await readFurther(most)
  }

  /** Reads further for all that ask at the same time. */
  function readOnce(most: number): Promise<void> {
    reading ??= readFurther(most).finally(() => {
      reading = null
    })
    return reading
  }

  /** Whether all changes after a version are kept. */
  function isKept(version: number): boolean {
    return fromVersion !== null && version >= fromVersion
  }

  async function changedAfter(version: number, most: number): Promise<ArrivedBooking[]> {
    forgetLater()
    if (isKept(version)) await readOnce(most)
    if (isKept(version)) return keptAfter(version).slice(0, most)
    const bookings = await read(version, most)
    if (fromVersion === null && bookings.length < most) {
      fromVersion = version
      toVersion = version
      keep(bookings)
    }
    return bookings
  }

  function keptAfter(version: number): ArrivedBooking[] {
    const bookings = [...changes.values()].map(({ booking }) => booking)
    return bookings.filter((booking) => booking.version > version)
  }

  return { changedAfter, forget }
}
