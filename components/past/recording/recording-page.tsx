'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { Tabs } from '@/components/ui/tabs'
import type { RecordedAreas } from '@/lib/api/contract/recording'
import { query } from '@/lib/api/queries/query'
import { counted } from '@/lib/format/number'
import { failureInWords, unrecordedNow } from '@/lib/format/recording'
import { formatMoment } from '@/lib/format/time/time'
import { AllVehiclesQuestion } from './all-vehicles-question'
import { AreaTable } from './area-table'
import { type Question, useQuestion } from './question-form'
import { VehicleQuestion } from './vehicle-question'

const tabs: readonly { name: Question; label: string }[] = [
  { name: 'vehicle', label: 'A vehicle' },
  { name: 'all', label: 'All vehicles' },
  { name: 'areas', label: 'Areas' },
]

/** Questions about what was recorded; the address holds the question. */
export function RecordingPage() {
  const isViewer = useIsViewer()
  // Until the role is known nothing is asked that a viewer is refused.
  const isKnown = !useQuery(query('/api/me')).isPending
  return (
    <Page title="Recordings" lead="Where vehicles were, from Kerbside’s own recordings.">
      {isViewer ? (
        <Notice title="For dispatchers">
          You are signed in as viewer. Ask an administrator for another role if you need this page.
        </Notice>
      ) : null}
      {isKnown && !isViewer ? <Questions /> : null}
    </Page>
  )
}

function Questions() {
  const { ask, set } = useQuestion()
  const { data, error, refetch } = useQuery(query('/api/recording/areas'))
  const recorded = data?.data
  if (recorded && recorded.areas.length === 0 && !recorded.failure)
    return <KeptNotice recorded={recorded} />
  return (
    <>
      {error ? <ProblemNotice error={error} retry={() => void refetch()} /> : null}
      {recorded ? <KeptNotice recorded={recorded} /> : null}
      <Tabs
        label="Question"
        tabs={tabs}
        chosen={ask}
        onChoose={(name) => void set({ ask: name })}
        className="flex flex-col gap-4"
      >
        <div className="flex flex-col gap-4">
          {ask === 'vehicle' ? <VehicleQuestion areas={recorded?.areas ?? []} /> : null}
          {ask === 'all' ? <AllVehiclesQuestion areas={recorded?.areas ?? []} /> : null}
          {ask === 'areas' && recorded ? <AreaTable areas={recorded.areas} /> : null}
        </div>
      </Tabs>
    </>
  )
}

/** Number of recorded areas, and how long they are kept; or why there are none. */
function KeptNotice({
  recorded: { areas, keptHours, failure, now },
}: {
  readonly recorded: RecordedAreas
}) {
  const { zone } = usePreferences()
  const hasAuditLog = Boolean(useQuery(query('/api/me')).data?.data.operator)
  if (keptHours === 0)
    return (
      <EmptyState title="Recording is switched off">
        Recordings show where vehicles were and for how long they stopped, and replay the map. An
        administrator can switch them on.
      </EmptyState>
    )
  if (failure)
    return (
      <Notice tone="warning" title={`${unrecordedNow(failure)} at the moment`}>
        Since {formatMoment(failure.sinceMs, now, zone)}: {failureInWords(failure)}. Earlier
        recordings can still be opened.
      </Notice>
    )
  if (areas.length === 0)
    return (
      <EmptyState
        title="Nothing is recorded yet"
        action={
          <Link href="/" button="primary">
            Open the map
          </Link>
        }
      >
        Areas are recorded while they are open on a map, and kept for {counted(keptHours, 'hour')}.
      </EmptyState>
    )
  return (
    <p className="text-muted text-sm">
      {counted(areas.length, 'area')} recorded. Recordings are kept for {counted(keptHours, 'hour')}
      {hasAuditLog ? '; each replay, trail and export is in the audit log' : ''}.
    </p>
  )
}
