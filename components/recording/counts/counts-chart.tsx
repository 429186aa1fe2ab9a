'use client'

import type { CountsAt } from '@/lib/contract/recording'
import { formatCount } from '@/lib/format/number'
import { statusStyle } from '@/lib/format/status/status-style'
import type { RecordedSpan } from '@/lib/queries/recording'
import { runsOf } from './counts-steps'

/** Of the drawing, which is stretched to its place. */
const WIDTH = 1000
const HEIGHT = 200

/** Lines of the counts over time, broken at gaps; the table beside it says the same. */
export function CountsChart({
  counts,
  statuses,
  span,
  stepMs,
  write,
}: {
  readonly counts: readonly CountsAt[]
  readonly statuses: readonly string[]
  readonly span: RecordedSpan
  readonly stepMs: number
  readonly write: (ms: number) => string
}) {
  const highest = niceCeiling(Math.max(1, ...counts.flatMap(({ byStatus }) => Object.values(byStatus))))
  const x = (ms: number) => ((ms - span.fromMs) / (span.toMs - span.fromMs)) * WIDTH
  const y = (count: number) => (1 - count / highest) * HEIGHT
  const runs = runsOf(counts, stepMs)
  return (
    <div className="text-muted grid grid-cols-[auto_1fr] gap-x-2 text-xs tabular-nums">
      <div aria-hidden className="flex h-56 flex-col items-end justify-between leading-none">
        {[1, 0.5, 0].map((share) => (
          <span key={share}>{formatCount(share * highest)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Vehicles by status over time; the table below has the numbers"
        className="h-56 w-full overflow-visible"
        preserveAspectRatio="none"
      >
        {unknownTimes(runs, span, stepMs).map(([fromMs, toMs]) => (
          <rect
            key={fromMs}
            x={x(fromMs)}
            width={x(toMs) - x(fromMs)}
            height={HEIGHT}
            fill="currentColor"
            opacity={0.15}
          />
        ))}
        {[0, 0.5, 1].map((share) => (
          <path
            key={share}
            d={`M0 ${y(share * highest)}H${WIDTH}`}
            stroke="currentColor"
            strokeOpacity={0.35}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {statuses.map((status) => (
          <path
            key={status}
            d={runs.map((run) => stepsOf(run, status, x, y)).join('')}
            fill="none"
            style={{ stroke: lineColour(status) }}
            strokeWidth={2.5}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div aria-hidden className="col-start-2 mt-1 flex justify-between">
        {[0, 0.5, 1].map((share) => (
          <span key={share} className={share === 0.5 ? 'max-md:hidden' : ''}>
            {write(span.fromMs + share * (span.toMs - span.fromMs))}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Lighter on dark ground. */
function lineColour(status: string): string {
  const { colour } = statusStyle(status || null)
  return `light-dark(${colour}, color-mix(in oklab, ${colour}, white 35%))`
}

/** Each count holds until the next one. */
function stepsOf(
  run: readonly CountsAt[],
  status: string,
  x: (ms: number) => number,
  y: (count: number) => number,
): string {
  return run
    .map(({ atMs, byStatus }, n) => {
      const level = y(byStatus[status] ?? 0).toFixed(1)
      return n === 0 ? `M${x(atMs).toFixed(1)} ${level}` : `H${x(atMs).toFixed(1)}V${level}`
    })
    .join('')
}

/** Between the runs, before the first and after the last; a step is no gap. */
function unknownTimes(
  runs: readonly (readonly CountsAt[])[],
  { fromMs, toMs }: RecordedSpan,
  stepMs: number,
): [number, number][] {
  const ends = [fromMs, ...runs.map((run) => run.at(-1)?.atMs ?? fromMs)]
  const begins = [...runs.map((run) => run[0]?.atMs ?? toMs), toMs]
  return ends
    .map((end, n): [number, number] => [end, begins[n] ?? toMs])
    .filter(([end, begin]) => begin - end > stepMs * 1.5)
}

/** 1, 2, 4, 6 or 8 times a power of ten, at least as much, and even to halve. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.max(2, ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power)
}
