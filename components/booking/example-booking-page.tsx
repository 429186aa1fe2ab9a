'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { JsonPanel } from '@/components/record/json/json-panel'
import { ReadAt } from '@/components/record/read-at'
import { RecordSkeleton } from '@/components/record/record-skeleton'
import { RecordState } from '@/components/record/record-state'
import { buttonClass } from '@/components/ui/button'
import { exampleBookingQuery } from '@/lib/queries/records'
import { BookingInspector } from './booking-inspector'
import { BookingRecord } from './booking-record'

/** The service's own example (§4 row 6), the only booking that it lets anyone read. */
export function ExampleBookingPage() {
  const query = useQuery(exampleBookingQuery())
  return (
    <Page
      title="Example booking"
      lead="The service’s own example, the only booking it lets you read. The specification gives sample values of status and when, not complete lists."
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <ReadAt query={query} />
          <Link href="/bookings" className={buttonClass()}>
            Open your own bookings
          </Link>
        </div>
      }
    >
      <RecordState query={query} loading={<RecordSkeleton label="Loading the example booking" />}>
        {({ data }) => (
          <>
            <BookingRecord inspected={data} findings={<BookingInspector inspected={data} />} />
            <JsonPanel raw={data.raw} />
          </>
        )}
      </RecordState>
    </Page>
  )
}
