import type { CountsAt } from '@/lib/contract/recording'
import type { RecordedSpan } from '@/lib/queries/recording'

// Counts are taken every ten seconds.
const STEPS_SECONDS = [10, 30, 60, 120, 300, 600, 900, 1800]
const MOST_POINTS = 240
const MOST_ROWS = 13

/** Time between two counts of a chart. */
export function stepOf({ fromMs, toMs }: RecordedSpan): number {
  const least = (toMs - fromMs) / MOST_POINTS
  return (STEPS_SECONDS.find((seconds) => seconds * 1000 >= least) ?? 3600) * 1000
}

/** Statuses by how many vehicles had them, the most first; one without a status last. */
export function statusesOf(counts: readonly CountsAt[]): string[] {
  const sums = new Map<string, number>()
  for (const { byStatus } of counts)
    for (const [status, count] of Object.entries(byStatus)) sums.set(status, (sums.get(status) ?? 0) + count)
  const order = (status: string) => (status === '' ? -1 : (sums.get(status) ?? 0))
  return [...sums.keys()].sort((a, b) => order(b) - order(a))
}

/** Counts without a gap in between. */
export function runsOf(counts: readonly CountsAt[], stepMs: number): CountsAt[][] {
  const runs: CountsAt[][] = []
  for (const one of counts) {
    const last = runs.at(-1)?.at(-1)
    if (last && one.atMs - last.atMs <= stepMs * 1.5) runs.at(-1)?.push(one)
    else runs.push([one])
  }
  return runs
}

/** Some of the counts for a table, evenly, with the first and the last. */
export function tableRows(counts: readonly CountsAt[]): CountsAt[] {
  if (counts.length <= MOST_ROWS) return [...counts]
  const step = (counts.length - 1) / (MOST_ROWS - 1)
  return Array.from({ length: MOST_ROWS }, (_, n) => counts[Math.round(n * step)] as CountsAt)
}

/** The fewest of a status, and when; null without counts. */
export function fewest(counts: readonly CountsAt[], status: string): { count: number; atMs: number } | null {
  let least: { count: number; atMs: number } | null = null
  for (const { atMs, byStatus } of counts) {
    const count = byStatus[status] ?? 0
    if (least === null || count < least.count) least = { count, atMs }
  }
  return least
}
