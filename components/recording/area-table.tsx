import { Link } from '@/components/layout/link'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedArea } from '@/lib/contract/recording'
import { ABSENT, formatNumber } from '@/lib/format/number'
import type { FormatDistance } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import { areaReplayHref } from './replay-href'

const COLUMNS = ['Area', 'Recorded', 'From', 'To', 'Stored']
const MEGABYTE = 1_000_000

/** Areas with recordings, those that are recorded always first. */
export function AreaTable({ areas }: { readonly areas: readonly RecordedArea[] }) {
  if (areas.length === 0) return null
  return (
    <Panel title="Recorded areas">
      <table className={tableClass.table}>
        <TableHead columns={COLUMNS} />
        <tbody className={tableClass.body}>
          {areas
            .toSorted((a, b) => Number(b.isAlways) - Number(a.isAlways))
            .map((area) => (
              <AreaRow key={areaKey(area.search)} area={area} />
            ))}
        </tbody>
      </table>
      <p className="text-muted mt-3 text-sm">
        An administrator names areas that are recorded also while nobody watches them with{' '}
        <code>RECORD_AREAS</code>.
      </p>
    </Panel>
  )
}

function AreaRow({ area }: { readonly area: RecordedArea }) {
  const { search, isAlways, isRecording, fromMs, toMs, bytes } = area
  const write = useZoneTime()
  const place = placeWords(search, useDistance())
  const time = (ms: number | null) => write(ms === null ? null : new Date(ms).toISOString())
  return (
    <tr className={tableClass.row}>
      <th scope="row" className={`${tableClass.cell} max-md:flex-wrap`}>
        <span className="flex min-w-0 flex-col font-normal">
          <span>{place}</span>
          {toMs === null ? null : (
            <Link
              href={areaReplayHref(search, toMs)}
              aria-label={`Replay ${place}`}
              className="text-accent self-start underline underline-offset-2 max-md:min-h-11 max-md:content-center"
            >
              Replay
            </Link>
          )}
        </span>
      </th>
      <TableCell label="Recorded">
        <span className="flex flex-wrap items-center gap-x-2">
          <span>{isAlways ? 'Always' : 'While watched'}</span>
          {isRecording ? <Badge tone="accent">Now</Badge> : null}
        </span>
      </TableCell>
      <TableCell label="From">{time(fromMs)}</TableCell>
      <TableCell label="To">{time(toMs)}</TableCell>
      <TableCell label="Stored">
        {bytes === 0 ? ABSENT : `${formatNumber(Math.max(0.1, Math.round(bytes / MEGABYTE / 0.1) / 10))} MB`}
      </TableCell>
    </tr>
  )
}

export function areaKey({ position, radius, type }: AreaSearch): string {
  return [formatPosition(position), radius, type ?? ''].join(' ')
}

/** "1 km around 51.5,-0.1, taxi only". */
export function placeWords({ position, radius, type }: AreaSearch, format: FormatDistance): string {
  const place = `${format(radius)} around ${formatPosition(position)}`
  return type === null ? place : `${place}, ${safeText(type, 40)} only`
}
