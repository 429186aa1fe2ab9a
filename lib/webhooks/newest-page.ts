import { type ArrivedBooking, type ArrivedPage, compareNewestFirst, cursorOf } from './inbox'
import type { ReadChanges } from './recent-changes'

/** A list stays open for longer than this, and then reads changes only. */
const KEPT_MS = 60_000

interface Kept {
  readonly most: number
  /** With the changes that the last list read. */
  page: Promise<ArrivedPage>
}

/**
 * The newest page, read and decrypted once for all lists that open within a minute: later ones add
 * what has changed.
 * @param read the newest page from the store
 * @param changedAfter changes after a version, oldest first
 */
export function createNewestPage(
  read: (most: number) => Promise<ArrivedPage>,
  changedAfter: ReadChanges,
) {
  let kept: Kept | null = null

  function readAnew(most: number): Promise<ArrivedPage> {
    const reading: Kept = { most, page: read(most) }
    kept = reading
    const drop = () => {
      if (kept === reading) kept = null
    }
    // Personal data does not stay when no list opens.
    reading.page.then(() => setTimeout(drop, KEPT_MS).unref(), drop)
    return reading.page
  }

  /** @returns null after more changes than one answer has */
  async function addChanges(shared: Kept): Promise<ArrivedPage | null> {
    const page = await shared.page
    const changes = await changedAfter(versionOf(page), shared.most)
    if (changes.length === shared.most) return null
    const present = withChanges(page, changes, shared.most)
    shared.page = Promise.resolve(present)
    return present
  }

  return {
    async page(most: number): Promise<ArrivedPage> {
      const present = kept?.most === most ? await addChanges(kept) : null
      return present ?? readAnew(most)
    },
    forget(): void {
      kept = null
    },
  }
}

function versionOf({ bookings }: ArrivedPage): number {
  return Math.max(0, ...bookings.map(({ version }) => version))
}

function withChanges(
  page: ArrivedPage,
  changes: readonly ArrivedBooking[],
  most: number,
): ArrivedPage {
  if (changes.length === 0) return page
  const byKey = new Map([...page.bookings, ...changes].map((booking) => [booking.key, booking]))
  const all = [...byKey.values()].sort(compareNewestFirst)
  const bookings = all.slice(0, most)
  const last = bookings.at(-1)
  const hasOlder = page.older !== null || all.length > most
  return {
    ...page,
    bookings,
    older: hasOlder && last ? cursorOf(last) : null,
  }
}
