import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import type { RecordingGap } from '@/lib/contract/recording'
import { gapInWords } from '@/lib/format/recording/recording-gap'
import { formatMoment } from '@/lib/format/time/time'

/** Why nothing is known of the moment shown, and how to go on after it. */
export function GapNotice({
  gap,
  onSkip,
}: {
  readonly gap: RecordingGap
  readonly onSkip: (() => void) | null
}) {
  const zone = usePreferences().zone ?? undefined
  // Each with its day where they are not of one.
  const from = formatMoment(gap.fromMs, gap.toMs, zone)
  const until = formatMoment(gap.toMs, gap.fromMs, zone)
  // Its end is known once the timeline is read again.
  const span = from === until ? from : `${from} to ${until}`
  return (
    <p role="status" className="text-warning flex flex-wrap items-center gap-x-3 text-sm font-medium">
      <span>
        {span}: {gapInWords(gap)}. {onSkip ? 'Nothing was recorded.' : 'The list is the last one before.'}
      </span>
      {onSkip ? <Button onClick={onSkip}>Go on at {until}</Button> : null}
    </p>
  )
}
