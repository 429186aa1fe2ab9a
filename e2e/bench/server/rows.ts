import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import type { Watched } from './watch'

const CPU = 0.1
const BYTES_RATIO = 0.05

/** Until the last of 1,000 dispatchers of an area has a refresh. */
const LAST_MS = 250

const percent = (share: number) => `${formatNumber(100 * share)} %`
const megabytes = (bytes: number) => `${formatNumber(bytes / 1e6)} MB`
const kilobytes = (bytes: number) => `${formatNumber(bytes / 1000)} KB`

export function watchRows(watched: readonly Watched[]): ResultRow[] {
  return watched.flatMap(crowdRows)
}

function crowdRows(one: Watched): ResultRow[] {
  const { readers, areas } = one
  const who = `${formatCount(readers)} dispatchers, ${areas === 1 ? 'one area' : `${areas} areas`}`
  const p99 = quantile(one.lastMs, 0.99)
  const isAsked = readers === 1000 && areas === 1
  const bytes = one.deltaBytes / one.listBytes
  return [
    {
      what: `${who}: from the service’s answer to the last dispatcher`,
      reached: `p50 ${formatMs(quantile(one.lastMs, 0.5))}, p99 ${formatMs(p99)}`,
      wanted: isAsked ? `p99 ≤ ${LAST_MS} ms` : null,
      met: isAsked ? p99 <= LAST_MS : null,
    },
    {
      what: `${who}: processor and memory`,
      reached: `${percent(one.cpu)} of a core; ${megabytes(one.residentBytes)}`,
      wanted: isAsked ? `≤ ${percent(CPU)} of a core` : null,
      met: isAsked ? one.cpu <= CPU : null,
    },
    {
      what: `${who}: sweeps an area and interval`,
      reached: `${formatNumber(one.sweeps)} (${formatNumber(one.calls)} calls)`,
      wanted: '≤ 1',
      // The time measured may include one interval more or less.
      met: one.sweeps <= 1.2,
    },
    ...(isAsked
      ? [
          {
            what: 'bytes of a refresh',
            reached: `${kilobytes(one.deltaBytes)}: ${formatNumber(bytes)} × the full list`,
            wanted: `≤ ${BYTES_RATIO} ×`,
            met: bytes <= BYTES_RATIO,
          },
        ]
      : []),
  ]
}
