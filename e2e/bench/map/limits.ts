import type { SubjectName } from '@/e2e/bench/map/page/page'
import type { Step } from '@/e2e/bench/map/page/steps'

/** Comparable subjects. */
export const rivals: readonly { readonly ours: SubjectName; readonly peers: readonly SubjectName[] }[] = [
  { ours: 'Kerbside', peers: ['circleMarker'] },
  { ours: 'Kerbside, names', peers: ['Kerbside'] },
  { ours: 'Kerbside, clusters', peers: ['markercluster'] },
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
    { step, peer: 'circleMarker', ratio: 0.35, sizes: [10_000] },
    { step, peer: 'markercluster', ratio: 0.1, sizes: [100_000] },
    { step, peer: 'Kerbside', ratio: 1.3, sizes: [10_000] },
  ]),
  { step: 'first draw', peer: 'markercluster', ratio: 0.1, sizes: [100_000] },
  { step: 'pan', peer: 'Kerbside', ratio: 1.05, sizes: [10_000] },
  { step: 'pan', peer: 'empty map', ratio: 1.5, sizes: [10_000, 100_000] },
]

/** Null without a target. */
export function ratioWanted(step: Step, peer: SubjectName, size: number): number | null {
  return (
    limits.find((one) => one.step === step && one.peer === peer && one.sizes.includes(size))?.ratio ?? null
  )
}

/** At 100,000 vehicles, milliseconds. */
export const LONGEST_TASK_MS = 50
export const HIT_TEST_MS = 1
export const LIMITED_SIZE = 100_000
