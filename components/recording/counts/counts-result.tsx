'use client'

import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { GapList } from '@/components/recording/gap-list'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { AreaSearch } from '@/lib/contract/live'
import type { CountsAt } from '@/lib/contract/recording'
import type { RecordedCounts } from '@/lib/contract/recording-questions'
import { formatCount } from '@/lib/format/number'
import { statusPhrase, statusWords } from '@/lib/format/status/status-words'
import { formatMoment } from '@/lib/format/time/time'
import { formatPosition } from '@/lib/interface/position'
import type { RecordedSpan } from '@/lib/queries/recording'
import { exportName } from '@/lib/trail/export-name'
import { formatCountsCsv } from '@/lib/trail/visitors-csv'
import { CountsChart } from './counts-chart'
import { fewest, statusesOf, tableRows } from './counts-steps'

/** Counts by status as a chart and a table. */
export function CountsResult({
  answers,
  search,
  span,
}: {
  readonly answers: readonly RecordedCounts[]
  readonly search: AreaSearch
  readonly span: RecordedSpan
}) {
  const zone = usePreferences().zone ?? undefined
  const counts = useMemo(() => withoutRepeats(answers.flatMap((one) => one.counts)), [answers])
  const statuses = useMemo(() => statusesOf(counts), [counts])
  const gaps = answers.flatMap((one) => one.gaps)
  const stepMs = answers[0]?.stepMs ?? 0
  const write = (ms: number) => formatMoment(ms, Date.now(), zone)
  if (counts.length === 0)
    return (
      <Notice title="Nothing is recorded of this time">
        Nobody watched this area on the map then, or the recording is deleted. Choose another time.
      </Notice>
    )
  const save = () =>
    downloadText(
      exportName(`${formatPosition(search.position)}-${search.radius}m-counts`, span, 'csv'),
      'text/csv',
      formatCountsCsv(counts, statuses),
    )
  return (
    <Panel
      title="Vehicles by status"
      actions={
        <Button onClick={save}>
          <Download aria-hidden className="size-4" />
          CSV
        </Button>
      }
    >
      <p role="status" className="mb-3 text-sm">
        {summaryOf(counts, statuses, write)}
      </p>
      <CountsChart {...{ counts, statuses, span, stepMs, write }} />
      <ul className="my-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {statuses.map((status) => (
          <li key={status} className="inline-flex items-center gap-1.5">
            <StatusMark status={status || null} />
            <bdi>{statusWords(status || null)}</bdi>
          </li>
        ))}
      </ul>
      <table className={tableClass.table}>
        <TableHead columns={['Time', ...statuses.map((status) => statusWords(status || null)), 'All']} />
        <tbody className={tableClass.body}>
          {tableRows(counts).map(({ atMs, total, byStatus }) => (
            <tr key={atMs} className={tableClass.row}>
              <TableCell label="Time">{write(atMs)}</TableCell>
              {statuses.map((status) => (
                <TableCell key={status} label={statusWords(status || null)} className="tabular-nums">
                  {formatCount(byStatus[status] ?? 0)}
                </TableCell>
              ))}
              <TableCell label="All" className="tabular-nums">
                {formatCount(total)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </table>
      <GapList gaps={gaps} />
    </Panel>
  )
}

function summaryOf(counts: readonly CountsAt[], statuses: readonly string[], write: (ms: number) => string) {
  const words = statuses.slice(0, 3).flatMap((status) => {
    const least = fewest(counts, status)
    return least ? [`${formatCount(least.count)} ${statusPhrase(status || null)} (${write(least.atMs)})`] : []
  })
  return `Fewest at a time: ${words.join(', ')}.`
}

/** Where one answer ended the next one began. */
function withoutRepeats(counts: readonly CountsAt[]): CountsAt[] {
  return counts.filter(({ atMs }, n) => atMs !== counts[n - 1]?.atMs)
}
