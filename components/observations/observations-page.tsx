'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { Skeleton } from '@/components/ui/skeleton'
import type { Observations } from '@/lib/contract/observations'
import { formatClock, formatTime } from '@/lib/format/time'
import { observedGapNames } from '@/lib/interface/gaps'
import { observationsQuery } from '@/lib/queries/observations'
import { GapPanel } from './gap-panel'

/** What the service answered where the interface says "not shown", since this server started. */
export function ObservationsPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(observationsQuery())
  const { zone } = usePreferences()
  const seen = data?.data
  return (
    <Page
      title="Seen so far"
      lead="What the service answered where its interface leaves something open. Nothing about a person or a vehicle is kept."
      actions={
        seen ? (
          <Button onClick={() => download(seen)}>
            <Download aria-hidden className="size-4" />
            Export as JSON
          </Button>
        ) : null
      }
    >
      {error ? (
        <ProblemNotice
          error={error}
          retry={() => void refetch()}
          showing={seen ? formatClock(dataUpdatedAt, zone ?? undefined) : undefined}
        />
      ) : null}
      {seen ? (
        <>
          <p className="text-muted text-sm">
            Since {formatTime(seen.since, zone ?? undefined)}, when this server first asked; a restart begins
            anew.
          </p>
          <div className="gap-4 lg:columns-2">
            {observedGapNames.map((name) => (
              <GapPanel
                key={name}
                name={name}
                gap={seen.gaps[name]}
                nowMs={dataUpdatedAt}
                zone={zone ?? undefined}
              />
            ))}
          </div>
        </>
      ) : error ? null : (
        <Skeleton label="Loading what was seen" lines={6} />
      )}
    </Page>
  )
}

function download(seen: Observations) {
  downloadText('kerbside-seen.json', 'application/json', `${JSON.stringify(seen, null, 2)}\n`)
}
