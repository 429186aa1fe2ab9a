import { FileDown, FileJson, X } from 'lucide-react'
import { BookingsHead } from '@/components/bookings/booking/bookings-head'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { openedStore } from '@/components/bookings/opened/opened-store'
import { Link } from '@/components/layout/link'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { formatCsv } from '@/lib/format/csv'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { type ListedRecord, tableOf } from './listed-record'

// Fits all buttons in one row on a phone.
const narrow = 'max-md:px-2.5!'

export function ListHeader({
  scope,
  name,
  records,
  sorted,
  isStatus,
  unrecognised,
  part,
  onPart,
}: {
  readonly scope: ListScope
  /** Of the opened source; null without one. */
  readonly name: string | null
  readonly records: readonly ListedRecord[]
  readonly sorted: readonly ListedRecord[]
  /** Announced when it changes. */
  readonly isStatus: boolean
  /** Deliveries in which no booking was recognised. */
  readonly unrecognised: number
  /** The part that a narrow screen shows; null when there is room for both. */
  readonly part: 'table' | 'map' | null
  readonly onPart: (part: 'table' | 'map') => void
}) {
  const isAll = sorted.length === records.length
  return (
    <BookingsHead
      tab={scope}
      lead={
        <>
          <p role={isStatus ? 'status' : undefined} className="truncate">
            {isAll
              ? counted(records.length, 'booking')
              : `${formatCount(sorted.length)} of ${formatCount(records.length)} bookings shown`}
            {name === null ? null : (
              <>
                {' '}
                · <bdi>{safeText(name, 80)}</bdi>
              </>
            )}
          </p>
          {unrecognised === 0 ? null : (
            <p className="truncate">
              <span className="max-md:hidden">· </span>
              <Link href="/bookings?source=unrecognised" className="text-accent underline">
                {formatCount(unrecognised)}{' '}
                <span className="max-md:sr-only">
                  {unrecognised === 1 ? 'delivery' : 'deliveries'}{' '}
                </span>
                not recognised
              </Link>
            </p>
          )}
        </>
      }
      actions={
        <>
          {part === null ? null : (
            <Button className={narrow} onClick={() => onPart(part === 'map' ? 'table' : 'map')}>
              {part === 'map' ? 'Table' : 'Map'}
            </Button>
          )}
          <Button
            className={narrow}
            aria-label="Save as CSV"
            disabled={sorted.length === 0}
            onClick={() => downloadText('bookings.csv', 'text/csv', formatCsv(tableOf(sorted)))}
          >
            <FileDown aria-hidden className="size-4 max-md:hidden" />
            CSV
          </Button>
          {name === null ? (
            <Link
              href="/bookings?source=opened"
              aria-label="Paste bookings or open a file"
              button="secondary"
              className={narrow}
            >
              <FileJson aria-hidden className="size-4 max-md:hidden" />
              Paste
            </Link>
          ) : (
            <Button className={narrow} onClick={() => openedStore.close()}>
              <X aria-hidden className="size-4 max-md:hidden" />
              Close
            </Button>
          )}
        </>
      }
    />
  )
}
