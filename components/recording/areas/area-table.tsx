import { useEffect, useRef, useState } from 'react'
import { Link } from '@/components/layout/link'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { areaReplayHref } from '@/components/recording/replay-href'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { RecordedArea, RecordedAreas } from '@/lib/contract/recording'
import { ABSENT, counted, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { useStopRecordAlways } from '@/lib/queries/recording'
import { areaKey, placeWords } from './area-words'
import { RecordedWhen } from './recorded-when'

const COLUMNS = ['Area', 'Recorded', 'From', 'To', 'Stored']
const MEGABYTE = 1_000_000

/** Areas with recordings, those with a name first. */
export function AreaTable({
  recorded: { areas, keptHours },
  canChange,
}: {
  readonly recorded: RecordedAreas
  readonly canChange: boolean
}) {
  const status = useRef<HTMLParagraphElement>(null)
  const [asked, setAsked] = useState<RecordedArea | null>(null)
  const [stopped, setStopped] = useState<string | null>(null)
  const { mutate, error } = useStopRecordAlways()

  // The focused button goes with the name.
  useEffect(() => {
    if (stopped !== null) status.current?.focus()
  }, [stopped])

  function stop({ search, name }: RecordedArea) {
    setStopped(null)
    mutate(search, { onSuccess: () => setStopped(safeText(name ?? '')) })
  }

  return (
    <>
      <table className={tableClass.table}>
        <TableHead columns={COLUMNS} actions={canChange} />
        <tbody className={tableClass.body}>
          {areas
            .toSorted((a, b) => Number(a.name === null) - Number(b.name === null))
            .map((area) => (
              <AreaRow
                key={areaKey(area.search)}
                area={area}
                canChange={canChange}
                onStop={() => setAsked(area)}
              />
            ))}
        </tbody>
      </table>
      <p ref={status} role="status" tabIndex={-1} className="mt-2 text-sm empty:hidden">
        {stopped === null ? '' : `“${stopped}” is recorded only while it is watched.`}
      </p>
      {error ? <ProblemNotice error={error} /> : null}
      {asked ? (
        <ConfirmDialog
          title={`Stop recording “${safeText(asked.name ?? '')}” always?`}
          action="Stop"
          onConfirm={() => stop(asked)}
          onClose={() => setAsked(null)}
        >
          <p>It is then recorded only while it is watched on a map.</p>
          <p>What was recorded stays until it is {counted(keptHours, 'hour')} old.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function AreaRow({
  area,
  canChange,
  onStop,
}: {
  readonly area: RecordedArea
  readonly canChange: boolean
  readonly onStop: () => void
}) {
  const { search, name, fromMs, toMs, bytes } = area
  const format = useDistance()
  const write = useZoneTime()
  const time = (ms: number | null) => write(ms === null ? null : new Date(ms).toISOString())
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} max-md:flex-wrap`}>
        <span className="flex min-w-0 flex-col">
          {name === null ? null : (
            <bdi className="font-medium [overflow-wrap:anywhere]">{safeText(name, 80)}</bdi>
          )}
          <span className={name === null ? 'font-normal' : 'text-muted font-normal'}>
            {placeWords(search, format)}
          </span>
          {toMs === null ? null : (
            <Link
              href={areaReplayHref(search, toMs)}
              aria-label={`Replay ${placeWords(search, format)}`}
              className="text-accent self-start font-normal underline underline-offset-2 max-md:min-h-11 max-md:content-center"
            >
              Replay
            </Link>
          )}
        </span>
      </th>
      <TableCell label="Recorded">
        <RecordedWhen area={area} />
      </TableCell>
      <TableCell label="From">{time(fromMs)}</TableCell>
      <TableCell label="To">{time(toMs)}</TableCell>
      <TableCell label="Stored">
        {bytes === 0 ? ABSENT : `${formatNumber(Math.max(0.1, Math.round(bytes / MEGABYTE / 0.1) / 10))} MB`}
      </TableCell>
      {canChange ? (
        <td className={`${tableClass.cell} md:text-right`}>
          {name === null ? null : (
            <Button aria-label={`Stop recording ${safeText(name)} always`} onClick={onStop}>
              Stop
            </Button>
          )}
        </td>
      ) : null}
    </tr>
  )
}
