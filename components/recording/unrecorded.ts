import type { Circle } from '@/components/map/types'
import type { RecordedArea, RecordingGap } from '@/lib/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import type { RecordedSpan } from '@/lib/queries/recording'

/** The newest list may be as old. */
const LONGEST_INTERVAL_MS = 90_000

/** Before the first and after the last list of the areas that reach into a circle. */
export function unrecorded(
  areas: readonly RecordedArea[],
  { position, radius }: Circle,
  { fromMs, toMs }: RecordedSpan,
): RecordingGap[] {
  const near = areas.filter(
    ({ search }) => distanceMetres(search.position, position) <= search.radius + radius,
  )
  const firstMs = Math.min(...near.map((area) => area.fromMs ?? toMs))
  const lastMs = Math.max(...near.map((area) => area.toMs ?? fromMs))
  if (near.length === 0 || firstMs >= toMs || lastMs <= fromMs) return []
  const gap = { reason: 'unknown', problem: null } as const
  return [
    ...(firstMs - fromMs > LONGEST_INTERVAL_MS ? [{ ...gap, fromMs, toMs: firstMs }] : []),
    ...(toMs - lastMs > LONGEST_INTERVAL_MS ? [{ ...gap, fromMs: lastMs, toMs }] : []),
  ]
}
