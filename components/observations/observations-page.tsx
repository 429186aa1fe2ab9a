'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { Skeleton } from '@/components/ui/skeleton'
import type { Observations } from '@/lib/contract/observations'
import { formatClock, formatTime } from '@/lib/format/time/time'
import { observedGapNames } from '@/lib/interface/gaps'
import { observationsQuery } from '@/lib/queries/observations'
import { GapPanel } from './gap-panel'
import { PacePanel } from './pace-panel'

/** Answers of the service where its specification is silent, since this server started. */
export function ObservationsPage() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(observationsQuery())
  const { zone } = usePreferences()
  const observations = data?.data
  return (
    <Page
      title="Service observations (for integrators)"
      lead="Observed API behaviour where the service’s specification is silent. No data about people or vehicles are stored."
      actions={
        observations ? (
          <Button onClick={() => download(observations)}>
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
          showing={observations ? formatClock(dataUpdatedAt, zone ?? undefined) : undefined}
        />
      ) : null}
      {observations ? (
        <>
          <p className="text-muted text-sm">
            Since the server’s first call, {formatTime(observations.since, zone ?? undefined)}. A restart
            clears the list.
          </p>
          {observations.pace ? <PacePanel pace={observations.pace} zone={zone ?? undefined} /> : null}
          <div className="gap-4 lg:columns-2">
            {observedGapNames.map((name) => (
              <GapPanel
                key={name}
                name={name}
                gap={observations.gaps[name]}
                nowMs={dataUpdatedAt}
                zone={zone ?? undefined}
              />
            ))}
          </div>
        </>
      ) : error ? null : (
        <Skeleton label="Loading the observations" lines={6} />
      )}
    </Page>
  )
}

function download(observations: Observations) {
  downloadText('kerbside-observations.json', 'application/json', `${JSON.stringify(observations, null, 2)}\n`)
}
