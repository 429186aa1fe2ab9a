import { History } from 'lucide-react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { dateTimeFormat } from '@/lib/format/locale'
import { formatClockAlone } from '@/lib/format/time/time'

/** The moment shown, in large figures, with its day and the zone. */
export function ReplayClock({ atMs, isLoading }: { readonly atMs: number; readonly isLoading: boolean }) {
  const zone = usePreferences().zone ?? undefined
  const day = dateTimeFormat({
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ timeZone: zone, timeZoneName: 'short' },
  }).format(atMs)
  return (
    <p className="shrink-0 leading-tight">
      <span className="text-past flex items-center gap-1 text-xs font-semibold">
        <History aria-hidden className="size-3.5" />
        Replay
        {isLoading ? <span className="font-normal"> · loading …</span> : null}
      </span>
      <time dateTime={new Date(atMs).toISOString()}>
        <span className="block text-3xl font-semibold tabular-nums">{formatClockAlone(atMs, zone)}</span>
        <span className="block text-xs">{day}</span>
      </time>
    </p>
  )
}
