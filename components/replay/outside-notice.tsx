import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { formatMoment } from '@/lib/format/time/time'

/** Before a recording begins or after it ends, where no list is shown: the way to its first or last one. */
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
  const zone = usePreferences().zone ?? undefined
  if (shownMs >= fromMs && shownMs <= toMs) return null
  const isBefore = shownMs < fromMs
  const endMs = isBefore ? fromMs : toMs
  const end = formatMoment(endMs, nowMs, zone)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        Nothing is recorded of this area {isBefore ? 'before' : 'after'} {end}.
      </span>
      <Button onClick={() => onGo(endMs)}>Go to {end}</Button>
    </p>
  )
}
