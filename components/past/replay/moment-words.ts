import type { CountsAt } from '@/lib/api/contract/recording'
import { counted, formatCount } from '@/lib/format/number'
import { statusPhrase } from '@/lib/format/status/status-words'
import type { LiveArea } from '@/lib/live/client/live-area'

/** For screen readers: "Replay at 16:04:00, 80 vehicles"; where there is no list, no number of vehicles. */
export function momentInWords(time: string, area: Pick<LiveArea, 'table'> | null): string {
  return `Replay at ${time}, ${area ? counted(area.table.size, 'vehicle') : 'nothing recorded'}`
}

const STATUSES_NAMED = 4

/** "10 vehicles: 6 available, 4 busy", the most frequent statuses first. */
export function countsInWords({ total, byStatus }: CountsAt): string {
  const named = Object.entries(byStatus)
    .sort(([, a], [, b]) => b - a)
    .slice(0, STATUSES_NAMED)
    .map(([status, count]) => `${formatCount(count)} ${statusPhrase(status || null)}`)
  return [counted(total, 'vehicle'), named.join(', ')].filter(Boolean).join(': ')
}
