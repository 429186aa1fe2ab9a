'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { formatClock } from '@/lib/format/time'
import { describeError } from '@/lib/queries/errors'
import { usePreferences } from './preferences'

/** An error as a dispatcher needs it: what happened, what to do, Retry, and the id an administrator asks for. */
export function ProblemNotice({
  error,
  retry,
  showing,
  isQuiet,
}: {
  readonly error: unknown
  /** Left out where trying again cannot help. */
  readonly retry?: () => void
  /** What is still shown meanwhile: "showing 14:02:11". */
  readonly showing?: ReactNode
  /** Somebody else tells it to who does not see it. */
  readonly isQuiet?: boolean
}) {
  const { zone } = usePreferences()
  const { title, advice, detail, requestId, pausedUntilMs } = describeError(error)
  return (
    <Notice
      tone={showing ? 'warning' : 'danger'}
      isQuiet={isQuiet}
      title={
        <>
          {title}
          {showing ? <>, {showing}</> : null}
        </>
      }
      action={retry ? <Button onClick={retry}>Retry</Button> : undefined}
    >
      <p>
        {advice}
        {pausedUntilMs === null ? null : ` Paused until ${formatClock(pausedUntilMs, zone ?? undefined)}.`}
      </p>
      {detail ? <p className="text-xs">{detail}</p> : null}
      {requestId ? <p className="text-xs">Request {requestId}</p> : null}
    </Notice>
  )
}
