'use client'

import { Pause, Play, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useNow } from '@/components/layout/use-now'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'
import { formatClock } from '@/lib/format/time/time'
import { FAILURES_IN_A_ROW, type ListRun } from './list-run'
import { askedRows, type ListState, lacksDetails, remainingMs } from './list-state'

/** Progress, remaining time, and pause, resume and retry. */
export function ListProgress({ run, state }: { readonly run: ListRun; readonly state: ListState }) {
  const id = useId()
  const { isRunning, hasGivenUp, heldUntilMs, asking } = state
  const rows = askedRows(state.rows)
  const done = rows.filter(({ outcome }) => outcome !== null).length
  const failed = rows.filter(({ outcome }) => outcome?.kind === 'failed').length
  const bare = rows.filter(lacksDetails).length
  const isWhole = done === rows.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p id={id} className="text-sm">
            <strong className="font-semibold">{formatCount(done)}</strong> of {formatCount(rows.length)}{' '}
            looked up
            {isRunning ? <Remaining state={state} /> : null}
            {!isRunning && !isWhole ? (asking > 0 ? `, pausing after ${asking} more` : ', paused') : null}
          </p>
          <progress aria-labelledby={id} className="h-2 w-full" max={rows.length} value={done} />
        </div>
        {isRunning || !isWhole || failed > 0 || bare > 0 ? (
          <div className="flex flex-wrap gap-2">
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
            {bare > 0 && !isRunning && isWhole ? (
              <Button onClick={run.loadDetails} title="A reload keeps only the ids of what was found.">
                <RotateCcw aria-hidden className="size-4" />
                Load details of {formatCount(bare)}
              </Button>
            ) : null}
            {failed > 0 && !isRunning ? (
              <Button onClick={run.retryFailed}>
                <RotateCcw aria-hidden className="size-4" />
                Retry {formatCount(failed)} failed
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {heldUntilMs !== null ? <Held untilMs={heldUntilMs} /> : null}
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

function Remaining({ state }: { readonly state: ListState }) {
  const now = useNow()
  const leftMs = now === null ? null : remainingMs(state, now)
  return leftMs === null ? null : (
    <span className="text-muted">, about {formatAge(Math.max(1_000, leftMs))} left</span>
  )
}

function Held({ untilMs }: { readonly untilMs: number }) {
  const { zone } = usePreferences()
  return (
    <Notice tone="warning" title={`Paused until ${formatClock(untilMs, zone ?? undefined)}`}>
      The service asked us to slow down. The list will resume automatically.
    </Notice>
  )
}
