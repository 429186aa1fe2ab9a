import type { RecordingGap } from '@/lib/contract/recording'
import type { RecordedSpan } from '@/lib/queries/recording'

/** Whether nothing is known of any of a span. */
export function isUnknown(gaps: readonly RecordingGap[], { fromMs, toMs }: RecordedSpan): boolean {
  let knownMs = fromMs
  for (const gap of gaps.toSorted((a, b) => a.fromMs - b.fromMs))
    if (gap.fromMs <= knownMs) knownMs = Math.max(knownMs, gap.toMs)
  return knownMs >= toMs
}
