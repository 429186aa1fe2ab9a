import { HIT_TEST_MS, LIMITED_SIZE, LONGEST_TASK_MS, ratioWanted, rivals } from './map-limits'
import type { Measured } from './map-measure'
import type { SubjectName } from './map-page/page'
import type { Step } from './map-page/steps'
import { formatCount, formatMs, formatNumber, median, quantile } from './statistics'
import type { BenchRow, BenchTable } from './table'

/** Below this a difference from the empty map is noise. */
const LEAST_MS = 0.1

/** One row a figure, of the distribution in which Kerbside does worse. Everything measured goes to the log. */
export function describeMap(measured: readonly Measured[], log: (line: string) => void): BenchTable {
  for (const line of measured.flatMap(describeAll)) log(line)
  const sizes = [...new Set(measured.map(({ size }) => size))]
  return {
    title: 'Map: from the change to the presented frame, less an empty map’s',
    rows: sizes.flatMap((size) => rowsOf(new Rows(measured.filter((one) => one.size === size)))),
  }
}

function rowsOf(rows: Rows): BenchRow[] {
  const { size } = rows
  const name = (what: string) => `${what}, ${formatCount(size)} vehicles`
  const lessEmpty = (step: Step) => (one: Measured) =>
    Math.max(LEAST_MS, median(one.steps[step].times) - median(rows.emptyOf(one).steps[step].times))
  const longest = (one: Measured) =>
    Math.max(0, ...Object.values(one.steps).flatMap(({ longTasks }) => longTasks))
  const heap = (one: Measured) => (median(one.heaps) - median(rows.emptyOf(one).heaps)) / 1e6
  const limited = (limit: number) => (size === LIMITED_SIZE ? limit : null)
  return [
    ...(['first draw', 'refresh 10 %', 'refresh 100 %', 'zoom'] as const).map((step) =>
      rows.compare(name(step), lessEmpty(step), formatMs, {
        wanted: (peer) => ratioWanted(step, peer, size),
      }),
    ),
    rows.compare(name('pan p95, nothing taken off'), (one) => quantile(one.steps.pan.times, 0.95), formatMs, {
      wanted: (peer) => ratioWanted('pan', peer, size),
      withEmpty: true,
    }),
    rows.compare(name('mouse move p95'), (one) => quantile(one.steps['mouse move'].times, 0.95), formatMs, {
      most: limited(HIT_TEST_MS),
    }),
    rows.compare(
      name('longest main-thread task'),
      longest,
      (ms) => (ms < 50 ? 'none of 50 ms' : formatMs(ms)),
      {
        most: limited(LONGEST_TASK_MS),
      },
    ),
    rows.compare(name('heap'), heap, (megabytes) => `${formatNumber(megabytes)} MB`, {}),
  ]
}

interface Wishes {
  /** At most this ratio to a peer. */
  readonly wanted?: (peer: SubjectName) => number | null
  /** At most this value. */
  readonly most?: number | null
  readonly withEmpty?: boolean
}

/** What was measured at one size. */
class Rows {
  readonly size: number
  readonly #measured: readonly Measured[]

  constructor(measured: readonly Measured[]) {
    this.#measured = measured
    this.size = measured[0]?.size ?? 0
  }

  emptyOf(one: Measured): Measured {
    return this.#beside(one, 'empty map') as Measured
  }

  compare(
    what: string,
    measure: (one: Measured) => number,
    format: (value: number) => string,
    { wanted = () => null, most = null, withEmpty = false }: Wishes,
  ): BenchRow {
    const reached: string[] = []
    const asked: string[] = most === null ? [] : [`≤ ${most} ms`]
    let met = true
    for (const { ours, peers } of rivals) {
      const own = this.#measured.filter(({ subject }) => subject === ours)
      if (own.length === 0) continue
      const worst = Math.max(...own.map(measure))
      if (most !== null && worst > most) met = false
      const ratios: string[] = []
      for (const peer of withEmpty ? (['empty map', ...peers] as const) : peers) {
        const pairs = own.flatMap((one) => {
          const other = this.#beside(one, peer)
          return other ? [[measure(one), measure(other)] as const] : []
        })
        if (pairs.length === 0) continue
        const ratio = Math.max(...pairs.map(([a, b]) => a / b))
        const limit = wanted(peer)
        if (Number.isFinite(ratio)) ratios.push(`${formatNumber(ratio)} × ${peer}`)
        if (limit === null) continue
        asked.push(`≤ ${limit} × ${peer}`)
        if (!(ratio <= limit)) met = false
      }
      reached.push([`${format(worst)}`, ratios.join(', ')].filter(Boolean).join(': '))
    }
    return {
      what,
      reached: reached.join('; '),
      wanted: asked.length > 0 ? asked.join(', ') : null,
      met: asked.length > 0 ? met : null,
    }
  }

  #beside({ distribution }: Measured, subject: SubjectName): Measured | undefined {
    return this.#measured.find((one) => one.distribution === distribution && one.subject === subject)
  }
}

function describeAll({ size, distribution, subject, steps, heaps }: Measured): string[] {
  const times = Object.entries(steps).map(([step, { times, longTasks }]) => {
    const longest = longTasks.length > 0 ? `, longest task ${formatMs(Math.max(...longTasks))}` : ''
    return `  ${step}: p50 ${formatMs(median(times))}, p95 ${formatMs(quantile(times, 0.95))}${longest}`
  })
  const heap = `${formatNumber(median(heaps) / 1e6)} MB of heap`
  return [`${subject}, ${formatCount(size)} ${distribution}, ${heap}`, ...times]
}
