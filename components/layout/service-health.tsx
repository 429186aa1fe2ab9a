'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { describeError } from '@/lib/api/errors'
import { problemKinds } from '@/lib/contract/problems'
import { serviceQuery } from '@/lib/queries/service'

/** Kind and health of the service, in the header of every page. */
export function ServiceHealth() {
  const { data, error } = useQuery(serviceQuery())
  const upstream = data?.data.upstream
  const failure = error
    ? describeError(error).title
    : upstream?.failure
      ? problemKinds[upstream.failure].title
      : null
  const isKnown = Boolean(upstream?.lastSuccessAt)
  return (
    <div className="flex items-center gap-2 max-sm:flex-col max-sm:gap-1">
      {upstream?.kind === 'reference' ? (
        <Badge
          tone="warning"
          title="Vehicles, people and bookings here come from the built-in reference service"
        >
          Demo<span className="sr-only md:not-sr-only"> data</span>
        </Badge>
      ) : null}
      {upstream || error ? (
        <span
          role="status"
          className="text-muted flex items-center gap-1.5 text-xs"
          title={failure ?? upstream?.baseUrl ?? undefined}
        >
          <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
            {failure ? (
              <path d="M5 0 10 9.5H0Z" className="fill-danger" />
            ) : isKnown ? (
              <circle cx="5" cy="5" r="5" className="fill-good" />
            ) : (
              <circle cx="5" cy="5" r="4" className="stroke-muted fill-none" strokeWidth="2" />
            )}
          </svg>
          <span className={failure ? 'text-danger sr-only lg:not-sr-only' : 'sr-only lg:not-sr-only'}>
            {failure ?? (isKnown ? 'Service OK' : 'Not contacted yet')}
          </span>
        </span>
      ) : null}
    </div>
  )
}
