'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useSearchPage } from '@/components/search/search-context'
import { formatCount, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { LiveArea } from '@/lib/live-client/live-area'
import { isProvisional } from '@/lib/live-client/provisional-meta'
import { coverageInWords, remarksOn } from './coverage-words'
import { whenIdle } from './idle'

/** How much of the area is loaded, and why not all of it. */
export function Coverage() {
  const { state, view } = useSearchPage()
  const { area, progress, error } = view.live
  // A restarted server that fails knows less than the page. With an empty page, the error notice is enough.
  if (progress && (area ? !error || isProvisional(area.meta) : !error))
    return (
      <div className="flex flex-col gap-1.5 text-sm">
        <p>
          <strong className="font-semibold">{formatCount(progress.loaded)}</strong>
          {progress.about === null ? ' loaded' : ` loaded of about ${formatCount(progress.about)}`}
        </p>
        {error ? null : (
          <progress
            aria-label="Vehicles loaded"
            value={progress.about === null ? undefined : progress.loaded}
            max={progress.about ?? undefined}
            className="h-1.5 w-full"
          />
        )}
      </div>
    )
  if (!area) return null
  const { meta } = area
  const { incomplete } = meta
  const remarks = remarksOn(meta, state.everySeconds)
  const { count, of } = coverageInWords(meta)
  return (
    <div className="text-sm">
      {/* On a phone the sheet's handle says how many there are. */}
      <details className={incomplete === null ? 'max-md:hidden' : ''}>
        <summary className="min-h-6 content-center max-md:min-h-11">
          <strong className="font-semibold">{count}</strong>
          {of}
        </summary>
        <p className="text-muted pb-1 text-xs [overflow-wrap:anywhere]">
          {meta.query === null ? (
            'The service did not report what it searched.'
          ) : (
            <>
              Search reported by the service: <code>{safeText(meta.query, 500)}</code>
            </>
          )}
          {` Loaded in ${formatNumber(Math.round(meta.sweepMs) / 1000)} s, ${formatCount(meta.limit)} per page.`}
        </p>
      </details>
      {remarks.map((remark) => (
        <p key={remark} className="text-muted mt-0.5 text-xs">
          {remark}
        </p>
      ))}
      {area.slotById.size > 0 ? <LazyAreaInspection area={area} /> : null}
    </div>
  )
}

const waiting = <p className="text-muted min-h-6 text-xs">Checking the data …</p>

const AreaInspection = dynamic(() => import('./area-inspection').then((module) => module.AreaInspection), {
  ssr: false,
  loading: () => waiting,
})

/** AreaInspection, loaded once the page is idle; on a phone shown in the full sheet only. */
function LazyAreaInspection({ area }: { readonly area: LiveArea }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isGone = false
    whenIdle(() => isGone || setIdle(true))
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div className="max-md:hidden max-md:group-data-[size=full]/sheet:block">
      {isIdle ? <AreaInspection area={area} /> : waiting}
    </div>
  )
}
