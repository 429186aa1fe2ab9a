import type { SubjectName } from '@/e2e/bench/map/page/page'
import type { Step } from '@/e2e/bench/map/page/steps'

/** Comparable subjects. */
export const rivals: readonly { readonly ours: SubjectName; readonly peers: readonly SubjectName[] }[] = [
  { ours: 'Kerbside', peers: ['circleMarker', 'markercluster'] },
  { ours: 'Kerbside, names', peers: ['Kerbside'] },
]

/** A target ratio of docs/performance.md. */
interface Limit {
  readonly step: Step
  readonly peer: SubjectName
  readonly ratio: number
  readonly sizes: readonly number[]
}

const limits: readonly Limit[] = [
  ...(['refresh 10 %', 'refresh 100 %'] as const).flatMap((step): Limit[] => [
    { step, peer: 'circleMarker', ratio: 0.7, sizes: [1000] },
    { step, peer: 'circleMarker', ratio: 0.5, sizes: [10_000] },
    { step, peer: 'markercluster', ratio: 0.1, sizes: [100_000] },
  ]),
  { step: 'first draw', peer: 'markercluster', ratio: 0.1, sizes: [100_000] },
  { step: 'pan', peer: 'empty map', ratio: 1.5, sizes: [10_000, 100_000] },
]

/** Null without a target. */
export function ratioWanted(step: Step, peer: SubjectName, size: number): number | null {
  return (
    limits.find((one) => one.step === step && one.peer === peer && one.sizes.includes(size))?.ratio ?? null
  )
}

export const LONGEST_TASK_MS = 50

/** Of a mouse move's handlers, at 100,000 vehicles. */
export const MOUSE_MOVE_MS = 4
export const LIMITED_SIZE = 100_000
