'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/errors'
import { formatClock } from '@/lib/format/time'
import { usePreferences } from './preferences'

/** An error: what happened, what to do, Retry, and the request id for an administrator. */
export function ProblemNotice({
  error,
  retry,
  showing,
  isQuiet,
}: {
  readonly error: unknown
  /** Absent where a retry cannot help. */
  readonly retry?: () => void
  /** Time of the data that is still shown. */
  readonly showing?: string
  /** Announced elsewhere: no live region. */
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
          {showing ? `. Showing data from ${showing}` : null}
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
