'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Skeleton } from '@/components/ui/skeleton'
import type { RecordChange, WatchedVehicle } from '@/lib/contract/watch-list'
import { watchedChangesQuery } from '@/lib/queries/watch-list'
import { ChangeLine } from './change-line'

const SHOWN_AT_FIRST = 3

/** Changes of a vehicle's record: the newest at once, all with their values when opened, which is audited. */
export function ChangeList({
  vehicle: { id, changes },
  now,
}: {
  readonly vehicle: Pick<WatchedVehicle, 'id' | 'changes'>
  readonly now: number
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isViewer = useIsViewer()
  const [newest] = changes
  if (!newest) return <p className="text-muted text-xs">No changes in its record since it was added.</p>
  const shown = changes.slice(0, SHOWN_AT_FIRST)
  const hidesValues = !isViewer && shown.some((change) => change.old.is === 'withheld')
  return (
    <>
      {isOpen ? (
        <AllChanges id={id} last={newest.at} now={now} isViewer={isViewer} />
      ) : (
        <Lines changes={shown} now={now} isViewer={isViewer} />
      )}
      {hidesValues || changes.length > SHOWN_AT_FIRST || isOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-accent min-h-11 self-start text-xs underline underline-offset-2 md:min-h-7"
        >
          {isOpen ? 'Show fewer' : showMore(changes.length, hidesValues)}
        </button>
      ) : null}
    </>
  )
}

function showMore(count: number, hidesValues: boolean): string {
  if (count <= SHOWN_AT_FIRST) return 'Show values'
  return hidesValues ? `Show all ${count} with values` : `Show all ${count}`
}

function AllChanges({
  id,
  last,
  now,
  isViewer,
}: {
  readonly id: string
  readonly last: string
  readonly now: number
  readonly isViewer: boolean
}) {
  const query = useQuery(watchedChangesQuery(id, last))
  if (query.data) return <Lines changes={query.data.data.changes} now={now} isViewer={isViewer} />
  if (query.error) return <ProblemNotice error={query.error} retry={() => void query.refetch()} />
  return <Skeleton label="Loading the changes" lines={3} />
}

function Lines({
  changes,
  now,
  isViewer,
}: {
  readonly changes: readonly RecordChange[]
  readonly now: number
  readonly isViewer: boolean
}) {
  return (
    <ul aria-label="Changes in its record" className="flex flex-col gap-1">
      {changes.map((change) => (
        <ChangeLine key={`${change.at} ${change.path}`} change={change} now={now} isViewer={isViewer} />
      ))}
    </ul>
  )
}
