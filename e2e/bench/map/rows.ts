import type { Step } from '@/e2e/bench/map/page/steps'
import type { ResultRow, ResultTable } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, median, quantile } from '@/e2e/support/statistics'
import { type Comparison, compare, emptyMapOf } from './compare'
import { LIMITED_SIZE, LONGEST_TASK_MS, MOUSE_MOVE_MS, ratioWanted } from './limits'
import type { Measured } from './measure'

/** Smaller differences from the empty map are noise. */
const LEAST_MS = 0.1

const SHORTEST_TASK_MS = 50

/** One row per figure, of the distribution with Kerbside's worse result. Logs everything measured. */
export function describeMap(measured: readonly Measured[], log: (line: string) => void): ResultTable {
  for (const line of measured.flatMap(describeAll)) log(line)
  const sizes = [...new Set(measured.map(({ size }) => size))]
  return {
    title: 'Map; with names: from the change to the presented frame, less an empty map’s time',
    rows: sizes.flatMap((size) =>
      rowsOf(
        measured.filter((one) => one.size === size),
        size,
      ),
    ),
  }
}

function rowsOf(measured: readonly Measured[], size: number): ResultRow[] {
  const row = (what: string, comparison: Comparison) =>
    compare(measured, `${what}, ${formatCount(size)} vehicles`, comparison)
  const lessEmpty = (step: Step) => (one: Measured) =>
    Math.max(LEAST_MS, median(one.steps[step].times) - median(emptyMapOf(measured, one).steps[step].times))
  return [
    ...(['first draw', 'refresh 10 %', 'refresh 100 %', 'zoom'] as const).map((step) =>
      row(step, {
        measure: lessEmpty(step),
        format: formatMs,
        ratioWanted: (peer) => ratioWanted(step, peer, size),
      }),
    ),
    row('pan p95, nothing taken off', {
      measure: (one) => quantile(one.steps.pan.times, 0.95),
      format: formatMs,
      ratioWanted: (peer) => ratioWanted('pan', peer, size),
      withEmpty: true,
    }),
    row('mouse move p95, its handlers', {
      measure: (one) => quantile(one.steps['mouse move'].times, 0.95),
      format: formatMs,
      most: size === LIMITED_SIZE ? { value: MOUSE_MOVE_MS, text: `≤ ${MOUSE_MOVE_MS} ms` } : undefined,
    }),
    row('longest main-thread task', {
      measure: (one) => Math.max(0, ...Object.values(one.steps).flatMap(({ longTasks }) => longTasks)),
      format: (ms) => (ms < SHORTEST_TASK_MS ? 'none of 50 ms' : formatMs(ms)),
      most: { value: LONGEST_TASK_MS, text: `none > ${LONGEST_TASK_MS} ms` },
      withoutRatios: true,
    }),
    row('heap', {
      measure: (one) => (median(one.heaps) - median(emptyMapOf(measured, one).heaps)) / 1e6,
      format: (megabytes) => `${formatNumber(megabytes)} MB`,
    }),
  ]
}

function describeAll({ size, distribution, subject, steps, heaps }: Measured): string[] {
  const times = Object.entries(steps).map(([step, { times, longTasks }]) => {
    const longest = longTasks.length > 0 ? `, longest task ${formatMs(Math.max(...longTasks))}` : ''
    return `  ${step}: p50 ${formatMs(median(times))}, p95 ${formatMs(quantile(times, 0.95))}${longest}`
  })
  const heap = `${formatNumber(median(heaps) / 1e6)} MB of heap`
  return [`${subject}, ${formatCount(size)} ${distribution}, ${heap}`, ...times]
}
