/** Complete sweeps whose least shortfall is taken as the constant error of a service's total. */
const REMEMBERED = 5

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
 * Decides of one area's complete sweeps whether they saw every vehicle. Pages show different
 * moments: a vehicle that crosses from an unread page to one that was read is on neither of them,
 * and another one comes twice or the total exceeds what was read.
 */
export function createSettling() {
  const shortfalls: number[] = []

  /**
   * A total that is approximate (§2.5) may always be too large: only a larger
   * shortfall than usual counts.
   */
  function usualShortfall(): number {
    return shortfalls.length < REMEMBERED ? 0 : Math.min(...shortfalls)
  }

  return {
    isSettled({ repeated, pages, rows, largestTotal }: ReadSweep): boolean {
      const shortfall = Math.max(0, (largestTotal ?? 0) - rows)
      const isShort = shortfall > usualShortfall()
      shortfalls.push(shortfall)
      if (shortfalls.length > REMEMBERED) shortfalls.shift()
      // A single page shows one moment.
      return pages === 1 || (repeated === 0 && !isShort)
    },
  }
}

export type Settling = ReturnType<typeof createSettling>

/** Vehicles that `/status` must say are gone before a settled sweep alone removes the others. */
const PROOFS = 5
const PROOFS_MAXIMUM = 80

/** Answers of `/status` about vehicles that settled sweeps of several pages lacked. */
export interface Evidence {
  /** Vehicles that left, or that the service refuses to be asked about. */
  readonly gone: number
  /** Vehicles well inside of the area that the sweep should have listed. */
  readonly there: number
}

/**
 * Decides whether settled sweeps of several pages may remove vehicles. A cursor that
 * names a value, such as a time of change, loses vehicles without repeated rows or a
 * shortfall: only `/status` shows it.
 */
export function createBelief() {
  let needed = PROOFS
  let proofs = 0
  return {
    get holds(): boolean {
      return proofs >= needed
    },
    weigh({ gone, there }: Evidence): void {
      proofs += gone
      if (there === 0) return
      proofs = 0
      needed = Math.min(2 * needed, PROOFS_MAXIMUM)
    },
  }
}
