import type { SkippedPart } from '@/components/bookings/opened/split-readable'
import { Notice } from '@/components/ui/notice'
import { counted, formatCount } from '@/lib/format/number'

const MOST_NAMED = 5

/** Lines that could not be read: "200 opened, 1 line skipped", with numbers and reasons. */
export function SkippedNotice({
  opened,
  skipped,
}: {
  readonly opened: number
  readonly skipped: readonly SkippedPart[]
}) {
  if (skipped.length === 0) return null
  const lines = skipped.reduce((sum, { line, lastLine }) => sum + lastLine - line + 1, 0)
  const rest = skipped.length - MOST_NAMED
  return (
    <Notice
      tone="warning"
      title={`${formatCount(opened)} opened, ${counted(lines, 'line')} skipped`}
      className="mx-3 mt-2 md:mx-4"
    >
      <ul>
        {skipped.slice(0, MOST_NAMED).map(({ line, lastLine, reason }) => (
          <li key={line}>
            {line === lastLine
              ? `Line ${formatCount(line)}`
              : `Lines ${formatCount(line)} to ${formatCount(lastLine)}`}
            : {reason}.
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>and {formatCount(rest)} more</p> : null}
    </Notice>
  )
}
