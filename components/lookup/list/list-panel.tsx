'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, RotateCcw } from 'lucide-react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { onStorageCleared, readStored, storageKeys, writeStored } from '@/components/layout/storage'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { type LookupAnswer, lookUpVehicle } from '@/lib/api/queries/reference-lookup'
import { keepVehicleNames } from '@/lib/api/queries/vehicle-names'
import { formatCount } from '@/lib/format/number'
import { formatClock } from '@/lib/format/time/time'
import { ListForm } from './list-form'
import { ListResults } from './list-results'
import { createListRun, EMPTY, FAILURES_IN_A_ROW, type ListRun, rowsOf } from './list-run'

/** Looks up a pasted column of references, a few at a time; the tab keeps the text through a reload. */
export function ListPanel() {
  const client = useQueryClient()
  const [run] = useState(() => runOfTab(client))
  const state = useSyncExternalStore(run.subscribe, run.state, () => EMPTY)
  const [text, setText] = useState('')
  useEffect(() => {
    setText(readStored(window, storageKeys.lookupText) ?? '')
    return onStorageCleared(() => setText(''))
  }, [])
  return (
    <Panel title="Look up a list" className="flex flex-col">
      <div className="flex min-w-0 flex-col gap-4">
        <ListForm
          text={text}
          onText={(next) => {
            setText(next)
            writeStored(window, storageKeys.lookupText, next || null)
          }}
          isRunning={state.isRunning}
          onStart={(list) => {
            run.load(rowsOf(list))
            run.resume()
          }}
        />
        {state.rows.length > 0 ? (
          <>
            <Progress run={run} state={state} />
            <ListResults rows={state.rows} />
          </>
        ) : null}
      </div>
    </Panel>
  )
}

let tabRun: ListRun | null = null

/** The tab's list: continues on other pages, discarded by a reload or at sign-out. */
function runOfTab(client: QueryClient): ListRun {
  if (tabRun) return tabRun
  const made = createListRun(async (ourRef, signal): Promise<LookupAnswer> => {
    const answer = await lookUpVehicle(ourRef, signal).catch(
      (): LookupAnswer => ({ kind: 'failed', problem: 'kerbside-unreachable' }),
    )
    if (answer.kind === 'found' && answer.vehicle) {
      const { licencePlate } = answer.vehicle
      keepVehicleNames(client, [{ id: answer.vehicleId, our_ref: ourRef, licence_plate: licencePlate }])
    }
    return answer
  })
  onStorageCleared(() => made.load([]))
  tabRun = made
  return made
}

/** Progress, and pause, resume and retry. */
function Progress({ run, state }: { readonly run: ListRun; readonly state: ReturnType<ListRun['state']> }) {
  const id = useId()
  const { zone } = usePreferences()
  const { isRunning, hasGivenUp, heldUntilMs } = state
  const rows = state.rows.filter(({ outcome }) => outcome?.kind !== 'skipped')
  const done = rows.filter(({ outcome }) => outcome !== null).length
  const failed = rows.filter(({ outcome }) => outcome?.kind === 'failed').length
  const isWhole = done === rows.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p id={id} className="text-sm">
            <strong className="font-semibold">{formatCount(done)}</strong> of {formatCount(rows.length)}{' '}
            looked up{isRunning || isWhole ? '' : ', paused'}
          </p>
          <progress aria-labelledby={id} className="h-2 w-full" max={rows.length} value={done} />
        </div>
        {isRunning ? (
          <Button onClick={run.pause}>
            <Pause aria-hidden className="size-4" />
            Pause
          </Button>
        ) : isWhole ? null : (
          <Button variant="primary" onClick={run.resume}>
            <Play aria-hidden className="size-4" />
            Resume
          </Button>
        )}
        {failed > 0 && !isRunning ? (
          <Button onClick={run.retryFailed}>
            <RotateCcw aria-hidden className="size-4" />
            Retry {formatCount(failed)} failed
          </Button>
        ) : null}
      </div>
      {heldUntilMs === null ? null : (
        <Notice tone="warning" title={`Paused until ${formatClock(heldUntilMs, zone ?? undefined)}`}>
          The service asked us to slow down. The list will resume automatically.
        </Notice>
      )}
      {hasGivenUp ? (
        <Notice tone="warning" title={`Paused: ${FAILURES_IN_A_ROW} references in a row failed`}>
          The rest would probably fail too. Results so far are kept. Resume when the service is back.
        </Notice>
      ) : null}
      <p role="status" className="sr-only">
        {isWhole ? `All ${formatCount(rows.length)} looked up, ${formatCount(failed)} failed` : ''}
      </p>
    </div>
  )
}
