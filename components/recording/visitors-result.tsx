'use client'

import { useMemo } from 'react'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { TrailMap } from '@/components/map/trail-map'
import type { Circle } from '@/components/map/types'
import { MapWithTiles } from '@/components/record/map-with-tiles'
import { downloadText } from '@/components/ui/download'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import { joinVisitors } from '@/lib/contract/join-visitors'
import type { ExportFormat } from '@/lib/contract/recording-limits'
import type { CircleVisitor, CircleVisits } from '@/lib/contract/recording-questions'
import { counted, formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { recordedTrailHref } from '@/lib/format/recording/recording-links'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { RecordedSpan } from '@/lib/queries/recording'
import { useNamesShownBy } from '@/lib/queries/vehicle-names'
import { exportName } from '@/lib/trail/export-name'
import { MEDIA_TYPES } from '@/lib/trail/format-tracks'
import { formatVisitors } from '@/lib/trail/visitor-files'
import { ExportButtons } from './export-buttons'
import { GapList } from './gap-list'
import { isUnknown } from './is-unknown'
import { Statuses } from './leg-table'
import { visitWords } from './visit-words'

/** The vehicles of a circle, by their first time in it. */
export function VisitorsResult({
  answers,
  circle,
  span,
}: {
  readonly answers: readonly CircleVisits[]
  readonly circle: Circle
  readonly span: RecordedSpan
}) {
  const { units } = usePreferences()
  const visitors = useMemo(() => joinVisitors(answers.map(({ vehicles }) => vehicles)), [answers])
  const areas = answers.flatMap((one) => one.areas)
  const gaps = answers.flatMap((one) => one.gaps)
  const isWhole = areas.some(
    ({ position, radius }) => distanceMetres(position, circle.position) + circle.radius <= radius,
  )
  const place = `${distanceFormat(units)(circle.radius)} around ${formatPosition(circle.position)}`
  const save = (format: ExportFormat) =>
    downloadText(
      exportName(`${formatPosition(circle.position)}-${circle.radius}m`, span, format),
      MEDIA_TYPES[format],
      formatVisitors(format, visitors, circle, { name: place, nowMs: Date.now() }),
    )
  if (areas.length === 0)
    return (
      <Notice title="Nothing is recorded of this place and time">
        Nobody watched an area with this place on the map, or the recording is deleted.
      </Notice>
    )
  // That no vehicle was there would be said of a time of which nothing is known.
  if (visitors.length === 0 && isUnknown(gaps, span))
    return (
      <Notice title="Nothing is recorded of this place at this time">
        <GapList gaps={gaps} />
      </Notice>
    )
  return (
    <>
      {isWhole ? null : (
        <Notice tone="warning" title="Only a part of this circle was recorded">
          It reaches beyond the recorded areas. Vehicles there are missing from the list.
        </Notice>
      )}
      <Panel
        title={`Within ${place}`}
        actions={visitors.length === 0 ? null : <ExportButtons onExport={save} />}
      >
        <p role="status" className="mb-3 text-sm">
          {visitors.length === 0
            ? 'No vehicle was seen inside.'
            : `${counted(visitors.length, 'vehicle')} seen inside or passing through.`}
          {answers.some(({ isPartial }) => isPartial) ? ' There were more: choose a shorter time.' : ''}
        </p>
        <div className="mb-4 h-64">
          <MapWithTiles>
            {(tiles) => (
              <TrailMap
                label={`Circle of ${place}`}
                {...{ units, circle, tiles }}
                lines={NONE}
                marks={NONE}
                chosen={null}
              />
            )}
          </MapWithTiles>
        </div>
        {visitors.length > 0 ? <VisitorTable visitors={visitors.slice(0, MOST_ROWS)} span={span} /> : null}
        {visitors.length > MOST_ROWS ? (
          <p className="mt-2 text-sm">The first {formatCount(MOST_ROWS)} are listed; the file has all.</p>
        ) : null}
        <p className="text-muted mt-3 text-sm">
          First and last time are those of the first and last list with the vehicle inside, some seconds
          apart. “Passed” means outside before and after, on a straight line through the circle.
        </p>
        <GapList gaps={gaps} />
      </Panel>
    </>
  )
}

/** More rows are slow to scroll through. */
const MOST_ROWS = 500
const NONE = [] as const
const COLUMNS = ['Vehicle', 'First', 'Last', 'Visits', 'Status inside']

function VisitorTable({
  visitors,
  span,
}: {
  readonly visitors: readonly CircleVisitor[]
  readonly span: RecordedSpan
}) {
  const { zone, name } = usePreferences()
  const names = useNamesShownBy(name)
  const write = (ms: number) => formatMoment(ms, Date.now(), zone ?? undefined)
  return (
    <table className={tableClass.table}>
      <TableHead columns={COLUMNS} />
      <tbody className={tableClass.body}>
        {visitors.map((visitor) => {
          const { id, visits, statuses } = visitor
          const [first, last] = [visits[0], visits.at(-1)]
          return (
            <tr key={id} className={tableClass.row}>
              <TableCell label="Vehicle">
                <Link
                  href={recordedTrailHref(id, span)}
                  title="Its trail in this time"
                  className="text-accent underline underline-offset-2"
                >
                  <bdi>{safeText(names.shown(visitor) ?? id, 60)}</bdi>
                </Link>
              </TableCell>
              <TableCell label="First" className="md:whitespace-nowrap">
                {first ? `${write(first.firstMs)}${first.isBeginKnown ? '' : ' or earlier'}` : '—'}
              </TableCell>
              <TableCell label="Last" className="md:whitespace-nowrap">
                {last ? `${write(last.lastMs)}${last.isEndKnown ? '' : ' or later'}` : '—'}
              </TableCell>
              <TableCell label="Visits">{visitWords(visits, write)}</TableCell>
              <TableCell label="Status">
                <Statuses statuses={statuses} />
              </TableCell>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
