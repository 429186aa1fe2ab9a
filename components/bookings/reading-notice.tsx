import { openedStore } from '@/components/bookings/opened/use-opened'
import { Page } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

/** Progress of reading, with a button to stop it. */
export function ReadingNotice({
  name,
  read,
  of,
}: {
  readonly name: string
  readonly read: number
  /** Null until the records are counted. */
  readonly of: number | null
}) {
  return (
    <Page title="Bookings" lead={<>Reading {safeText(name, 80)}</>}>
      <div className="bg-surface border-line flex flex-wrap items-center gap-4 rounded-lg border p-4">
        <progress
          aria-label="Records read"
          className="h-3 min-w-48 flex-1"
          max={of ?? 1}
          value={of === null ? undefined : read}
        />
        <p className="text-muted text-sm">
          {of === null ? 'Counting records' : `${formatCount(read)} of ${formatCount(of)} records`}
        </p>
        <Button onClick={() => openedStore.stop()}>Stop</Button>
      </div>
    </Page>
  )
}
