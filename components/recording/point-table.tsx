'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { tableClass } from '@/components/ui/table/table'
import { TableCell } from '@/components/ui/table/table-cell'
import { TableHead } from '@/components/ui/table/table-head'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { formatSpeed } from '@/lib/format/position/speed'
import { formatClock } from '@/lib/format/time/time'
import type { Drive, Trail } from '@/lib/trail/legs'

/** More rows are slow to scroll through; the files have all. */
const MOST_ROWS = 500

/** The way and the speed from each point of a drive to the next one. */
export function PointTable({ drive, trail }: { readonly drive: Drive; readonly trail: Trail }) {
  const { units, zone } = usePreferences()
  const steps = new Map(
    trail.pieces.flatMap(({ points, steps }) => points.map((point, n) => [point, steps[n - 1]])),
  )
  const points = drive.points.slice(1, MOST_ROWS + 1)
  const hidden = drive.points.length - 1 - points.length
  const format = distanceFormat(units)
  return (
    <section
      aria-label="Speeds between the points of this drive"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="border-line mt-3 max-h-72 overflow-y-auto rounded-md border p-3"
    >
      <table className={tableClass.table}>
        <TableHead columns={['Until', 'Way', 'Speed']} />
        <tbody className={tableClass.body}>
          {points.map((point, n) => {
            const step = steps.get(point)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order
              <tr key={n} className={tableClass.row}>
                <TableCell label="Until">{formatClock(point.atMs, zone ?? undefined)}</TableCell>
                <TableCell label="Way">{step ? format(step.metres) : '—'}</TableCell>
                <TableCell label="Speed">
                  {step && step.kmh !== null ? formatSpeed(step.kmh, units) : '—'}
                </TableCell>
              </tr>
            )
          })}
        </tbody>
      </table>
      {hidden > 0 ? <p className="mt-2 text-sm">{formatCount(hidden)} more are in the files.</p> : null}
    </section>
  )
}
