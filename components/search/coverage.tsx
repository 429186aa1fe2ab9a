'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { Area } from '@/lib/queries/vehicle-search'

/** How much of the area is loaded, and why not all of it: "340 loaded of about 1,200". */
export function Coverage({
  area,
  isLoadingPages,
  loadMore,
}: {
  readonly area: Area
  readonly isLoadingPages: boolean
  readonly loadMore: (() => void) | null
}) {
  const loaded = area.vehicles.length
  const all = area.complete ? loaded : area.about
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-center justify-between gap-2">
        <p role="status">
          <strong className="font-semibold">{formatCount(loaded)}</strong>
          {area.complete
            ? loaded === 1
              ? ' vehicle, all loaded'
              : ' vehicles, all loaded'
            : all === null
              ? ' loaded, how many there are was not said'
              : ` loaded of about ${formatCount(all)}`}
        </p>
        {loadMore ? <Button onClick={loadMore}>Load more</Button> : null}
      </div>
      {isLoadingPages && all ? (
        <progress
          aria-label="Vehicles loaded"
          value={loaded}
          max={all}
          className="accent-accent h-1.5 w-full"
        />
      ) : null}
      {loadMore ? <Remark>First {formatCount(loaded)}: more are loaded on request.</Remark> : null}
      {area.cursorRepeated ? (
        <Remark>The service named a page it gave before: the list may be incomplete.</Remark>
      ) : null}
      {area.dropped > 0 ? <Remark>{formatCount(area.dropped)} unreadable and left out.</Remark> : null}
      {area.unreadable > 0 ? (
        <Remark>{formatCount(area.unreadable)} with a field of another type than the interface says.</Remark>
      ) : null}
      {area.query === null ? null : (
        <details className="text-muted text-xs">
          <summary className="min-h-6">What the service says it searched</summary>
          <code className="block pt-1 [overflow-wrap:anywhere]">{safeText(area.query, 500)}</code>
        </details>
      )}
    </div>
  )
}

function Remark({ children }: { readonly children: ReactNode }) {
  return <p className="text-muted text-xs">{children}</p>
}
