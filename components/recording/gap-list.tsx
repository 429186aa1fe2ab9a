'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import type { RecordingGap } from '@/lib/contract/recording'
import { counted } from '@/lib/format/number'
import { formatMoment } from '@/lib/format/time/time'
import { breakWords } from './leg-words'

/** The times of which nothing is known, with their reasons. */
export function GapList({ gaps }: { readonly gaps: readonly RecordingGap[] }) {
  const zone = usePreferences().zone ?? undefined
  if (gaps.length === 0) return null
  const write = (ms: number) => formatMoment(ms, Date.now(), zone)
  return (
    <details className="mt-3 text-sm" open={gaps.length <= FEW}>
      <summary className="min-h-11 content-center md:min-h-7">
        {counted(gaps.length, 'time')} of which nothing is known
      </summary>
      <ul className="text-muted">
        {gaps.map((gap, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place in the order
          <li key={n}>
            {write(gap.fromMs)} to {write(gap.toMs)}: {breakWords(gap)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const FEW = 5
