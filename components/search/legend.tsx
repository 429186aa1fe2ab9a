'use client'

import { useState } from 'react'
import { StatusMark } from '@/components/map/status-mark'
import { AGE_STEPS, formatAge } from '@/lib/format/age'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

const fades = ['opacity-100', 'opacity-70', 'opacity-40']

/** What the markers' shapes, colours and fading mean, with the statuses as the service wrote them. */
export function Legend({ statuses }: { readonly statuses: readonly (readonly [string | null, number])[] }) {
  // On a phone the legend would cover the map: there it opens on demand.
  const [open] = useState(() => window.matchMedia('(min-width: 48rem)').matches)
  return (
    <details
      open={open}
      className="bg-surface border-line shadow-raised max-w-56 rounded-md border px-3 py-1 text-xs"
    >
      <summary className="min-h-8 content-center font-medium">Legend</summary>
      <ul className="flex flex-col gap-1 pb-2" aria-label="Statuses">
        {statuses.map(([status, count]) => (
          <li key={status} className="flex items-center gap-2">
            <StatusMark status={status} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {status === null ? 'no status' : safeText(status, 40)}
            </span>
            <span className="text-muted ml-auto">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      <ul className="border-line flex flex-col gap-1 border-t py-2" aria-label="Age of the last report">
        {AGE_STEPS.map(({ name, label, belowMs }, step) => (
          <li key={name} className="flex items-center gap-2">
            <span className={fades[step]}>
              <StatusMark status="available" />
            </span>
            {label}
            <span className="text-muted ml-auto">
              {Number.isFinite(belowMs) ? `< ${formatAge(belowMs)}` : 'older'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
