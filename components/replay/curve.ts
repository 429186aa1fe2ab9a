import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import type { Run } from '@/lib/live-client/replay/timeline'

/** The vehicles of one meaning as an area of the curve, over those drawn before. */
export interface Band {
  readonly colour: string
  /** SVG path in a box of WIDTH × HEIGHT. */
  readonly path: string
}

export const WIDTH = 1000
export const HEIGHT = 100

/** Stacked steps, one band a meaning in the order of the map's rings: a count holds until the next one. */
export function bandsOf(runs: readonly Run[], fromMs: number, toMs: number): Band[] {
  const most = Math.max(1, ...runs.flatMap(({ counts }) => counts.map(({ total }) => total)))
  const x = (ms: number) => round(((ms - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH)
  const y = (count: number) => round(HEIGHT * (1 - count / most))
  return STATUS_STYLES.flatMap(({ colour }, style) => {
    const paths = runs.map(({ counts, toMs: endMs }) => {
      const steps = counts.map(({ atMs, byStatus }, at) => ({
        from: x(atMs),
        to: x(counts[at + 1]?.atMs ?? endMs),
        top: y(sum(byStatus, (other) => other <= style)),
        bottom: y(sum(byStatus, (other) => other < style)),
      }))
      if (steps.every(({ top, bottom }) => top === bottom)) return ''
      const over = steps.map(({ from, to, top }) => `L${from} ${top}L${to} ${top}`).join('')
      const back = steps.reverse().map(({ from, to, bottom }) => `L${to} ${bottom}L${from} ${bottom}`)
      return `M${over.slice(1)}${back.join('')}Z`
    })
    const path = paths.join('')
    return path === '' ? [] : { colour, path }
  })
}

function sum(byStatus: Readonly<Record<string, number>>, has: (style: number) => boolean): number {
  return Object.entries(byStatus).reduce(
    (total, [status, count]) => total + (has(STATUS_STYLES.indexOf(statusStyle(status || null))) ? count : 0),
    0,
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
