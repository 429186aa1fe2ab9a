import { titleOf } from '@/components/bookings/opened/title-of'
import { Button } from '@/components/ui/button'
import { ABSENT } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { ListedRecord } from './listed-record'

/** The selected record in short, with a button that opens it. */
export function SelectedBar({
  record,
  onOpen,
}: {
  readonly record: ListedRecord
  readonly onOpen: () => void
}) {
  const { error, from_label, to_label } = record.inspected.record
  return (
    <section
      aria-label="Selected record"
      className="bg-surface border-line flex items-center gap-3 border-t px-3 py-1.5 md:px-4"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">
          <bdi>{titleOf(record)}</bdi>
        </p>
        {error ? (
          <p className="text-danger truncate text-xs">
            <bdi>{safeText(error, 200)}</bdi>
          </p>
        ) : null}
        <p className="text-muted truncate text-xs">
          <bdi>{safeText(from_label || ABSENT, 120)}</bdi> → <bdi>{safeText(to_label || ABSENT, 120)}</bdi>
        </p>
      </div>
      <Button variant="primary" onClick={onOpen}>
        Open record
      </Button>
    </section>
  )
}
