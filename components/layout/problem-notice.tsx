import { Button } from '@/components/ui/button'
import { Details, Notice } from '@/components/ui/notice'
import { describeError, isKind } from '@/lib/api/client/errors'
import { formatClock } from '@/lib/format/time/time'
import { usePreferences } from './preferences/preferences'

export function ProblemNotice({
  error,
  retry,
  showing,
  isQuiet,
}: {
  readonly error: unknown
  /** Absent where a retry cannot help; not offered to a role that may not ask. */
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
      title={showing ? `${title}. Showing data from ${showing}` : title}
      action={
        retry && !isKind(error, 'role-required') ? (
          <Button onClick={retry}>Retry</Button>
        ) : undefined
      }
    >
      <p>
        {advice}
        {pausedUntilMs === null ? null : ` Paused until ${formatClock(pausedUntilMs, zone)}.`}
      </p>
      {detail ? <p className="text-xs [overflow-wrap:anywhere]">{detail}</p> : null}
      {requestId ? (
        <Details>
          <p>Request {requestId}</p>
        </Details>
      ) : null}
    </Notice>
  )
}
