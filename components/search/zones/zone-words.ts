import type { Zone, ZoneCounts } from '@/lib/api/contract/zones'
import { formatCount } from '@/lib/format/number'
import { type BeyondLimit, beyondLimit } from '@/lib/format/zone-limits'

/** "2 short: at least 5 free wanted" */
export function beyondInWords({ side, by }: BeyondLimit, { fewestFree, mostFree }: Zone): string {
  if (side === 'under') return `${formatCount(by)} short: at least ${fewestFree} free wanted`
  return `${formatCount(by)} too many: at most ${mostFree} free wanted`
}

/** Why counts are too low or absent; null where they are whole. */
export function readingInWords({ reading }: ZoneCounts): string | null {
  if (reading === 'whole') return null
  if (reading === 'part')
    return 'Not all of it was read: counts may be too low, and a shortage is not reported'
  return 'Not read: outside the watched area'
}

export interface ZoneOnBoard {
  readonly zone: Zone
  readonly counts: ZoneCounts
}

/** The zones with their counts; a zone added since the count comes with the next one. */
export function onBoard(zones: readonly Zone[], counts: readonly ZoneCounts[]): ZoneOnBoard[] {
  const countsById = new Map(counts.map((one) => [one.id, one]))
  return zones.flatMap((zone) => {
    const found = countsById.get(zone.id)
    return found ? [{ zone, counts: found }] : []
  })
}

/** The reason for an empty board; null where zones are counted. */
export function emptyBoardInWords(
  zones: readonly Zone[],
  board: readonly ZoneOnBoard[],
): string | null {
  if (board.length > 0) return null
  // A saved zone is counted by the next sweep.
  if (zones.length > 0) return 'Counting the vehicles in the zones …'
  return 'No zones yet. A zone shows how many vehicles are free in a part of the city, and which of them has waited longest.'
}

/** "Short: Centre (2), Port (1). Too many: Airport (4)."; null while all are within limits. */
export function summaryOf(board: readonly ZoneOnBoard[]): string | null {
  const short = sideInWords('Short', 'under', board)
  const full = sideInWords('Too many', 'over', board)
  const parts = [short, full].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : null
}

function sideInWords(
  start: string,
  side: BeyondLimit['side'],
  board: readonly ZoneOnBoard[],
): string | null {
  const words: string[] = []
  for (const { zone, counts } of board) {
    const beyond = beyondLimit(zone, counts)
    if (beyond?.side === side) words.push(`${zone.name} (${formatCount(beyond.by)})`)
  }
  return words.length > 0 ? `${start}: ${words.join(', ')}.` : null
}
