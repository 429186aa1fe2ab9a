import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

const MOST_STATUSES = 6

/** "23 vehicles: 12 available, 8 busy, 3 offline". */
export function clusterText(count: number, statuses: readonly (readonly [string | null, number])[]): string {
  const named = statuses
    .slice(0, MOST_STATUSES)
    .map(([status, n]) => `${formatCount(n)} ${status === null ? 'without status' : safeText(status, 40)}`)
  const others = statuses.slice(MOST_STATUSES).reduce((sum, [, n]) => sum + n, 0)
  if (others > 0) named.push(`${formatCount(others)} other`)
  return `${formatCount(count)} vehicles: ${named.join(', ')}`
}
