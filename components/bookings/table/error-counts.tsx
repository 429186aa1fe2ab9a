import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

const MOST_SHOWN = 5

/** Why bookings failed: the commonest error messages with their counts, each of which filters. */
export function ErrorCounts({
  counts,
  chosen,
  onChoose,
}: {
  /** Messages with their counts; '' are bookings without an error. */
  readonly counts: readonly (readonly [string, number])[]
  readonly chosen: string | null
  readonly onChoose: (error: string | null) => void
}) {
  const errors = counts.filter(([message]) => message !== '')
  if (errors.length === 0) return null
  const rest = errors.length - MOST_SHOWN
  return (
    <fieldset aria-label="Errors" className="flex min-w-0 items-center gap-1.5 overflow-x-auto">
      {errors.slice(0, MOST_SHOWN).map(([message, count]) => (
        <Button
          key={message}
          aria-pressed={message === chosen}
          title={safeText(message)}
          onClick={() => onChoose(message === chosen ? null : message)}
          className="aria-pressed:bg-accent-soft aria-pressed:border-accent max-w-80 shrink-0 px-2.5!"
        >
          <bdi className="truncate font-normal">{safeText(message, 80)}</bdi>
          <span>{formatCount(count)}</span>
        </Button>
      ))}
      {rest > 0 ? (
        <span className="text-muted shrink-0 text-xs">and {formatCount(rest)} more in Filters</span>
      ) : null}
    </fieldset>
  )
}
