'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { DataTable } from '@/components/ui/data-table'
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
      <DataTable
        rows={points}
        keyOf={(point) => points.indexOf(point)}
        columns={[
          { label: 'Until', cell: ({ atMs }) => formatClock(atMs, zone ?? undefined) },
          {
            label: 'Way',
            cell: (point) => {
              const step = steps.get(point)
              return step ? format(step.metres) : '—'
            },
          },
          {
            label: 'Speed',
            cell: (point) => {
              const kmh = steps.get(point)?.kmh ?? null
              return kmh === null ? '—' : formatSpeed(kmh, units)
            },
          },
        ]}
      />
      {hidden > 0 ? <p className="mt-2 text-sm">{formatCount(hidden)} more are in the files.</p> : null}
    </section>
  )
}
