'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { TextWithSections } from '@/components/layout/section-link'
import { Button, buttonClass } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { downloadText } from '@/components/ui/download'
import { Skeleton } from '@/components/ui/skeleton'
import type { Observations, ObservedSearch } from '@/lib/api/contract/observations'
import { observationsQuery } from '@/lib/api/queries/observations'
import { counted, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatClock, formatTime } from '@/lib/format/time/time'
import { observedGapNames } from '@/lib/interface/gaps'
import { KERBSIDE_ASKS, KERBSIDE_READS } from '@/lib/interface/marks'
import { GapPanel } from './gap-panel'
import { InterfaceSections } from './interface-sections'
import { PacePanel } from './pace-panel'

/** The service as its specification has it, and as it was observed where that is silent. */
export function ServicePage() {
  return (
    <Page
      title="Service"
      lead="For integrators: the service’s specification in its own words, which have no mark, and what was observed where it is silent."
      actions={
        <div className="flex flex-wrap gap-2">
          <a href="/service.openapi.json" className={buttonClass()}>
            As OpenAPI 3.1
          </a>
          <a href="#observed" className={buttonClass()}>
            What was observed
          </a>
        </div>
      }
    >
      <div className="text-sm">
        <TextWithSections text={`${KERBSIDE_READS} what Kerbside makes of a point that is left open.`} />
        <TextWithSections text={`${KERBSIDE_ASKS} a question that the specification does not raise.`} />
      </div>
      <InterfaceSections />
      <Observed />
    </Page>
  )
}

/** Answers of the service where its specification is silent, since this server started. */
function Observed() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(observationsQuery())
  const { zone } = usePreferences()
  const observations = data?.data
  return (
    <section aria-labelledby="observed" className="flex min-h-dvh min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="observed" className="scroll-mt-4 text-xl font-semibold">
            What was observed
          </h2>
          <p className="text-muted text-sm">No data about people or vehicles are stored.</p>
        </div>
        {observations ? (
          <Button onClick={() => download(observations)}>
            <Download aria-hidden className="size-4" />
            Export as JSON
          </Button>
        ) : null}
      </div>
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
          <Searches searches={observations.searches} zone={zone ?? undefined} />
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
    </section>
  )
}

/** Figures of the latest searches; none for viewers. */
function Searches({
  searches,
  zone,
}: {
  readonly searches: readonly ObservedSearch[]
  readonly zone: string | undefined
}) {
  if (searches.length === 0) return null
  const code = (text: string) => <code className="[overflow-wrap:anywhere]">{safeText(text, 500)}</code>
  const columns: readonly Column<ObservedSearch>[] = [
    { label: 'Asked', isRowHeader: true, cell: ({ asked }) => code(asked) },
    { label: 'Echoed query', cell: ({ query }) => code(query) },
    { label: 'Total', cell: ({ total }) => total },
    {
      label: 'Read',
      cell: ({ vehicles, pages, isComplete }) =>
        `${counted(vehicles, 'vehicle')} on ${counted(pages, 'page')}${isComplete ? '' : ', no last page yet'}`,
    },
    {
      label: 'Took',
      className: 'md:whitespace-nowrap',
      cell: ({ durationMs }) => `${formatNumber(durationMs / 1000)} s`,
    },
    { label: 'Started', cell: ({ startedAt }) => formatTime(startedAt, zone) },
  ]
  return (
    <section aria-labelledby="searches" className="bg-surface border-line min-w-0 rounded-lg border p-4">
      <h3 id="searches" className="text-base font-semibold">
        Latest searches
      </h3>
      <p className="text-muted mb-2 text-sm">They name places, and are not in the export.</p>
      <DataTable label="Latest searches" rows={searches} keyOf={({ asked }) => asked} columns={columns} />
    </section>
  )
}

// The file is passed on: it names no places.
function download({ searches, ...observations }: Observations) {
  downloadText('kerbside-observations.json', 'application/json', `${JSON.stringify(observations, null, 2)}\n`)
}
