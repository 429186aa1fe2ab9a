import type { Zone, ZoneCounts } from '@/lib/api/contract/zones'

/** A zone beyond one of its limits. */
export interface BeyondLimit {
  readonly side: 'under' | 'over'
  /** Free vehicles that are missing, or too many. */
  readonly by: number
}

/** Null within the limits, and while the zone is not wholly read: its counts may be too low. */
export function beyondLimit(
  { fewestFree, mostFree }: Zone,
  { free, reading }: ZoneCounts,
): BeyondLimit | null {
  // More than the limit are too many, whatever else is there.
  if (mostFree !== null && free > mostFree) return { side: 'over', by: free - mostFree }
  if (reading !== 'whole') return null
  if (fewestFree !== null && free < fewestFree) return { side: 'under', by: fewestFree - free }
  return null
}
