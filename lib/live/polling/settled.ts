/** Complete sweeps whose least shortfall is taken as the constant error of a service's total. */
const REMEMBERED = 5
/** Sweeps that are not believed after one removed a vehicle that `/status` knows in the area: five minutes of them. */
const DISTRUSTED = 60

interface ReadSweep {
  /** Rows of earlier pages that came again. */
  readonly repeated: number
  readonly pages: number
  /** Vehicles and rows without an id. */
  readonly rows: number
  /** The largest estimate of any of its pages; null where none gave one. */
  readonly largestTotal: number | null
}

/**
 * Decides of one area's complete sweeps whether they saw every vehicle. Pages show different moments: a vehicle that
 * crosses from an unread page to one that was read is on neither of them, and another one comes twice or the total
 * exceeds what was read. A cursor that names a value may hide it from both: only `/status` shows it.
 */
export function createSettling() {
  const shortfalls: number[] = []
  let distrusted = 0

  /** A total that is approximate (§2.5) may always be too large: only a larger shortfall than usual counts. */
  function usualShortfall(): number {
    return shortfalls.length < REMEMBERED ? 0 : Math.min(...shortfalls)
  }

  return {
    isSettled({ repeated, pages, rows, largestTotal }: ReadSweep): boolean {
      const shortfall = Math.max(0, (largestTotal ?? 0) - rows)
      const isShort = shortfall > usualShortfall()
      shortfalls.push(shortfall)
      if (shortfalls.length > REMEMBERED) shortfalls.shift()
      const isDistrusted = distrusted > 0
      if (isDistrusted) distrusted -= 1
      // A single page shows one moment.
      return pages === 1 || (repeated === 0 && !isShort && !isDistrusted)
    },
    /** To be called where a removed vehicle is in the area: pages of this service lose vehicles without a sign. */
    distrust(): void {
      distrusted = DISTRUSTED
    },
  }
}

export type Settling = ReturnType<typeof createSettling>
