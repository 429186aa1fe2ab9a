'use client'

import { formatAge } from '@/lib/format/age'
import { formatCount, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { LiveState } from '@/lib/queries/live-area'
import type { LiveMeta } from '@/lib/schema/live'
import { LazyAreaInspection } from './lazy-area-inspection'

// What the service asks for, or needs: not a second more for the way.
const SLOWER_THAN_WISHED = 1.5

/** How much of the area is loaded, and why not all of it: "340 loaded of about 1,200". */
export function Coverage({
  live,
  everySeconds,
}: {
  readonly live: LiveState
  readonly everySeconds: number
}) {
  const { area, progress, error } = live
  // A server that begins anew and fails knows less than what is shown.
  if (progress && !(area && error))
    return (
      <div className="flex flex-col gap-1.5 text-sm">
        <p>
          <strong className="font-semibold">{formatCount(progress.loaded)}</strong>
          {progress.about === null ? ' loaded' : ` loaded of about ${formatCount(progress.about)}`}
        </p>
        <progress
          aria-label="Vehicles loaded"
          value={progress.about === null ? undefined : progress.loaded}
          max={progress.about ?? undefined}
          className="h-1.5 w-full"
        />
      </div>
    )
  if (!area) return null
  const { meta } = area
  const { incomplete } = meta
  const remarks = remarksOn(meta, everySeconds)
  return (
    <div className="text-sm">
      {/* On a phone the sheet's handle says how many there are. */}
      <details className={incomplete === null ? 'max-md:hidden' : ''}>
        <summary className="min-h-6 content-center max-md:min-h-11">
          <strong className="font-semibold">{formatCount(meta.loaded)}</strong>
          {amountInWords(meta)}
        </summary>
        <p className="text-muted pb-1 text-xs [overflow-wrap:anywhere]">
          {meta.query === null ? (
            'The service does not say what it searched.'
          ) : (
            <>
              The service says it searched <code>{safeText(meta.query, 500)}</code>
            </>
          )}
          {` Read in ${formatNumber(Math.round(meta.sweepMs) / 1000)} s, ${formatCount(meta.limit)} a page.`}
        </p>
      </details>
      {remarks.map((remark) => (
        <p key={remark} className="text-muted mt-0.5 text-xs">
          {remark}
        </p>
      ))}
      {area.records.length > 0 ? <LazyAreaInspection area={area} /> : null}
    </div>
  )
}

function amountInWords({ loaded, about, incomplete }: LiveMeta): string {
  if (incomplete === null) return loaded === 1 ? ' vehicle, all loaded' : ' vehicles, all loaded'
  if (incomplete === 'failed') return ' vehicles, the last round failed'
  if (about === null) return ' loaded, how many there are was not said'
  return ` loaded of about ${formatCount(about)}`
}

function remarksOn(meta: LiveMeta, everySeconds: number): string[] {
  const { loaded, about, incomplete, dropped, unreadable, intervalMs } = meta
  const remarks: string[] = []
  const of = about === null ? '' : ` of about ${formatCount(about)}`
  if (incomplete === 'cap')
    remarks.push(
      `First ${formatCount(loaded)}${of}: Kerbside loads no more of one area. Search a smaller radius, or one type.`,
    )
  if (incomplete === 'cursor-repeated')
    remarks.push('The service named a page it gave before: the list may be incomplete.')
  if (incomplete === 'failed') remarks.push('What that round did not read stays as it was before.')
  if (dropped > 0) remarks.push(`${formatCount(dropped)} unreadable and left out.`)
  if (unreadable > 0)
    remarks.push(`${formatCount(unreadable)} with a field of another type than the interface says.`)
  if (intervalMs > everySeconds * 1000 * SLOWER_THAN_WISHED)
    remarks.push(`Read every ${formatAge(intervalMs)}: the service is slow or asks for it.`)
  return remarks
}
