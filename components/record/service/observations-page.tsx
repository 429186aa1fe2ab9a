'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { IntegrationPage } from '@/components/layout/integration-page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { TextWithSections } from '@/components/layout/section-link'
import { StatusReadings } from '@/components/layout/status-readings'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { downloadText } from '@/components/ui/download'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import {
  type Observations,
  type ObservedAnswer,
  type ObservedGap,
  type ObservedSearch,
  type PaceState,
  QUICK_ANSWER_MS,
  SLOW_ANSWER_MS,
  type SlowdownCause,
} from '@/lib/api/contract/answers'
import { query } from '@/lib/api/queries/query'
import { counted, formatCount, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import { gapInWords, gaps, type ObservedGapName, observedGapNames } from '@/lib/interface/gaps'

/** Answers of the service where its specification is silent, since this server started. */
export function ObservationsPage() {
  const asked = useQuery(query('/api/observations'))
  const { zone } = usePreferences()
  const observations = asked.data?.data
  return (
    <IntegrationPage
      title="Observations"
      lead="How the service answered where its specification is silent. No data about people or vehicles is stored."
      actions={
        observations ? (
          <Button icon={Download} onClick={() => download(observations)}>
            Export as JSON
          </Button>
        ) : null
      }
    >
      <QueryState query={asked} loading={<Skeleton label="Loading the observations" lines={6} />}>
        {({ data: { since, pace, searches, gaps: observed } }) => (
          <>
            <p className="text-muted text-sm">
              Since the server’s first call, {formatTime(since, zone)}. A restart clears the list.
            </p>
            {pace ? <PacePanel pace={pace} /> : null}
            <Searches searches={searches} />
            <div className="gap-4 lg:columns-2">
              {observedGapNames.map((name) => (
                <GapPanel key={name} name={name} gap={observed[name]} nowMs={asked.dataUpdatedAt} />
              ))}
            </div>
          </>
        )}
      </QueryState>
    </IntegrationPage>
  )
}

/** Figures of the latest searches; none for viewers. */
function Searches({ searches }: { readonly searches: readonly ObservedSearch[] }) {
  const { zone } = usePreferences()
  if (searches.length === 0) return null
  const code = (text: string) => (
    <code className="[overflow-wrap:anywhere]">{safeText(text, 500)}</code>
  )
  const columns: readonly Column<ObservedSearch>[] = [
    { label: 'Asked', isRowHeader: true, cell: ({ asked }) => code(asked) },
    { label: 'Echoed query', cell: ({ query }) => code(query) },
    { label: 'Total', isRight: true, cell: ({ total }) => total },
    {
      label: 'Read',
      cell: ({ vehicles, pages, isComplete }) =>
        `${counted(vehicles, 'vehicle')} on ${counted(pages, 'page')}${isComplete ? '' : ', no last page yet'}`,
    },
    {
      label: 'Took',
      isRight: true,
      className: 'md:whitespace-nowrap',
      cell: ({ durationMs }) => `${formatNumber(durationMs / 1000)} s`,
    },
    { label: 'Started', cell: ({ startedAt }) => formatTime(startedAt, zone) },
  ]
  return (
    <Panel title="Latest searches">
      <p className="text-muted mb-2 text-sm">They name places, and are not in the export.</p>
      <DataTable
        label="Latest searches"
        rows={searches}
        keyOf={({ asked }) => asked}
        columns={columns}
      />
    </Panel>
  )
}

// The file is passed on: it names no places.
function download({ searches, ...observations }: Observations) {
  downloadText(
    'kerbside-observations.json',
    'application/json',
    `${JSON.stringify(observations, null, 2)}\n`,
  )
}

/** @param nowMs time of the answer, milliseconds since the epoch */
export function GapPanel({
  name,
  gap,
  nowMs,
}: {
  name: ObservedGapName
  gap: ObservedGap
  nowMs: number
}) {
  const { zone } = usePreferences()
  const { label, section } = gaps[name]
  const moment = (at: string) => (
    <time
      dateTime={at}
      title={formatTime(at, zone) ?? at}
      className="text-muted md:whitespace-nowrap"
    >
      {formatMoment(Date.parse(at), nowMs, zone)}
    </time>
  )
  const columns: readonly Column<ObservedAnswer>[] = [
    {
      label: 'Answer',
      isRowHeader: true,
      className: '[overflow-wrap:anywhere]',
      cell: ({ kind, value }) =>
        kind === 'word' ? (
          <bdi className="font-mono font-semibold">{safeText(value, 60)}</bdi>
        ) : (
          <TextWithSections text={value} />
        ),
    },
    { label: 'Times', isRight: true, cell: ({ count }) => formatCount(count) },
    { label: 'First', className: 'max-md:hidden', cell: ({ firstSeenAt }) => moment(firstSeenAt) },
    { label: 'Last', cell: ({ lastSeenAt }) => moment(lastSeenAt) },
  ]
  return (
    <Panel title={label} className="mb-4">
      <p className="text-muted text-xs">
        <TextWithSections text={`${gapInWords(name)} (§${section})`} />
      </p>
      {gap.answers.length === 0 ? (
        <p className="text-muted mt-2 text-sm">Nothing observed yet.</p>
      ) : (
        <DataTable
          label={label}
          className="mt-2"
          columns={columns}
          rows={gap.answers}
          keyOf={({ kind, value }) => `${kind} ${value}`}
        />
      )}
      {name === 'vehicle_status' ? (
        <StatusReadings
          areAllListed
          statuses={gap.answers.flatMap(({ kind, value }) => (kind === 'word' ? [value] : []))}
        />
      ) : null}
      {gap.more > 0 ? (
        <p className="text-muted mt-2 text-xs">
          {counted(gap.more, 'other answer')} after this list was full.
        </p>
      ) : null}
    </Panel>
  )
}

export function PacePanel({ pace }: { readonly pace: PaceState }) {
  const { zone } = usePreferences()
  const { perSecond, maximum, averageMs, lastReduction } = pace
  return (
    <Panel title="Calls to the service">
      <p className="text-sm">
        {`At most ${formatCount(perSecond)} a second now, half of them for live maps. ${reasonInWords(pace)}`}
        {averageMs > 0 ? ` Answers take about ${formatCount(averageMs)} ms.` : ''}
      </p>
      <p className="text-muted mt-1 text-sm">
        {lastReduction
          ? `Last reduced ${formatTime(lastReduction.at, zone)}, from ${formatCount(lastReduction.from)} to ${formatCount(lastReduction.to)} a second: ${causeInWords(lastReduction.cause)}.`
          : 'Not reduced since the server started.'}
        {` SERVICE_CALLS_PER_SECOND allows ${formatCount(maximum)}.`}
      </p>
    </Panel>
  )
}

const seconds = (ms: number) => `${ms / 1000} s`

function reasonInWords({ perSecond, maximum, averageMs }: PaceState): string {
  if (perSecond === maximum) return 'That is all the settings allow.'
  if (averageMs > QUICK_ANSWER_MS)
    return `It stays there while answers take more than ${seconds(QUICK_ANSWER_MS)} on average.`
  return `It grows with each minute of quick answers, ${seconds(QUICK_ANSWER_MS)} or less on average.`
}

function causeInWords(cause: SlowdownCause): string {
  if (cause === 'slow') return `answers took more than ${seconds(SLOW_ANSWER_MS)} on average`
  if (cause === 'upstream-timeout') return 'a call got no answer in time'
  if (cause === 'upstream-unreachable') return 'the service could not be reached'
  return `the service answered ${cause}`
}
