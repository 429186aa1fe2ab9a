import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import type { RecordingGap } from '@/lib/api/contract/recording'
import { gapInWords } from '@/lib/format/recording'
import { formatMoment } from '@/lib/format/time/time'

/** Why nothing is known of the moment shown, and the ways to the lists before and after it. */
export function GapNotice({
  gap,
  onGo,
}: {
  readonly gap: RecordingGap
  /** Null where the list before is shown. */
  readonly onGo: ((atMs: number) => void) | null
}) {
  const { zone } = usePreferences()
  // Each with its day where they are not of one.
  const from = formatMoment(gap.fromMs, gap.toMs, zone)
  const until = formatMoment(gap.toMs, gap.fromMs, zone)
  // Its end is known once the timeline is read again.
  const span = from === until ? from : `${from} to ${until}`
  return (
    <p
      role="status"
      className="text-warning flex flex-wrap items-center gap-x-3 text-sm font-semibold"
    >
      <span>
        {span}: {gapInWords(gap)}. {onGo ? 'Nothing was recorded.' : 'Showing the last known list.'}
      </span>
      {onGo ? (
        <>
          <Button onClick={() => onGo(gap.fromMs)}>Back to {from}</Button>
          <Button onClick={() => onGo(gap.toMs)}>Continue at {until}</Button>
        </>
      ) : null}
    </p>
  )
}

/**
 * Before a recording begins or after it ends, where no list is shown: the way
 * to its first or last one.
 */
export function OutsideNotice({
  span: { fromMs, toMs },
  shownMs,
  nowMs,
  onGo,
}: {
  /** First and last list. */
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly shownMs: number
  readonly nowMs: number
  readonly onGo: (atMs: number) => void
}) {
  const { zone } = usePreferences()
  if (shownMs >= fromMs && shownMs <= toMs) return null
  const isBefore = shownMs < fromMs
  const endMs = isBefore ? fromMs : toMs
  const end = formatMoment(endMs, nowMs, zone)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        This area has no recording {isBefore ? 'before' : 'after'} {end}.
      </span>
      <Button onClick={() => onGo(endMs)}>Go to {end}</Button>
    </p>
  )
}

/** In place of a timeline: why there is none. */
export function NothingRecorded({ keptHours }: { readonly keptHours: number }) {
  if (keptHours === 0)
    return <p className="text-sm">Recording is switched off. An administrator can switch it on.</p>
  return (
    <p className="text-sm">
      There is no recording of this area. The home area is always recorded, others while they are
      open on a map: try again in a minute.
    </p>
  )
}

/** The circle that was asked for was not recorded at its moment. */
export function CircleReplaced() {
  return (
    <p role="status" className="text-sm">
      The area you asked for was not recorded then. Showing a recorded area around it.
    </p>
  )
}
