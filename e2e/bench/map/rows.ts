import type { Step } from '@/e2e/bench/map/page/steps'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, median, quantile } from '@/e2e/support/statistics'
import type { Measured } from './measure'

/** Smaller differences from the empty map are noise. */
const LEAST_MS = 0.1
const LONGEST_TASK_MS = 50
/** Of a mouse move's handlers, at 100,000 vehicles. */
const MOUSE_MOVE_MS = 4
const LARGEST = 100_000

const refresh = { 1000: 0.7, 10000: 0.5, [LARGEST]: 0.1 }
/** Largest ratio to the peer by size; of a pan, to the empty map. */
const ratios: Partial<Record<Step, Readonly<Record<number, number>>>> = {
  'refresh 10 %': refresh,
  'refresh 100 %': refresh,
  'first draw': { [LARGEST]: 0.1 },
  pan: { 1000: 1.5, 2000: 1.5, 10000: 1.5, [LARGEST]: 1.5 },
}

/** One row per figure, of the distribution with Kerbside's worse result. Logs everything measured. */
export function mapRows(measured: readonly Measured[], log: (line: string) => void): ResultRow[] {
  for (const line of measured.flatMap(describeAll)) log(line)
  return [...new Set(measured.map(({ size }) => size))].flatMap((size) =>
    rowsOf(
      size,
      measured.filter((one) => one.size === size),
    ),
  )
}

function rowsOf(size: number, measured: readonly Measured[]): ResultRow[] {
  const ours = measured.filter(({ subject }) => subject === 'Kerbside')
  /** In the same plan. */
  const other = (one: Measured, subject: Measured['subject']) =>
    measured.find(
      (two) => two.subject === subject && two.distribution === one.distribution,
    ) as Measured
  const lessEmpty = (step: Step) => (one: Measured) =>
    Math.max(
      LEAST_MS,
      median(one.steps[step].times) - median(other(one, 'empty map').steps[step].times),
    )
  const p95 = (step: Step) => (one: Measured) => quantile(one.steps[step].times, 0.95)

  function compare(what: string, step: Step, measure: (one: Measured) => number): ResultRow {
    const named = step === 'pan' ? 'empty map' : (ours[0] as Measured).peer
    const ratio = Math.max(...ours.map((one) => measure(one) / measure(other(one, named))))
    const limit = ratios[step]?.[size]
    return {
      what: `${what}, ${formatCount(size)} vehicles`,
      reached: `${formatMs(Math.max(...ours.map(measure)))} (${formatNumber(ratio)} × ${named})`,
      wanted: limit === undefined ? null : `≤ ${limit} × ${named}`,
      met: limit === undefined ? null : ratio <= limit,
    }
  }

  const moves = compare('mouse move p95, its handlers', 'mouse move', p95('mouse move'))
  const moveMs = Math.max(...ours.map(p95('mouse move')))
  const tasks = ours.flatMap(({ steps }) =>
    Object.values(steps).flatMap(({ longTasks }) => longTasks),
  )
  const longest = Math.max(0, ...tasks)
  return [
    ...(['first draw', 'refresh 10 %', 'refresh 100 %', 'zoom'] as const).map((step) =>
      compare(step, step, lessEmpty(step)),
    ),
    compare('pan p95, nothing taken off', 'pan', p95('pan')),
    size === LARGEST
      ? { ...moves, wanted: `≤ ${MOUSE_MOVE_MS} ms`, met: moveMs <= MOUSE_MOVE_MS }
      : moves,
    {
      what: `longest main-thread task, ${formatCount(size)} vehicles`,
      reached: longest < LONGEST_TASK_MS ? 'none of 50 ms' : formatMs(longest),
      wanted: `none > ${LONGEST_TASK_MS} ms`,
      met: longest <= LONGEST_TASK_MS,
    },
  ]
}

function describeAll({ size, distribution, subject, steps }: Measured): string[] {
  const times = Object.entries(steps).map(([step, { times, longTasks }]) => {
    const longest = longTasks.length > 0 ? `, longest task ${formatMs(Math.max(...longTasks))}` : ''
    return `  ${step}: p50 ${formatMs(median(times))}, p95 ${formatMs(quantile(times, 0.95))}${longest}`
  })
  return [`${subject}, ${formatCount(size)} ${distribution}`, ...times]
}
