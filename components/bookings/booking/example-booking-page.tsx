'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { QueryState } from '@/components/layout/query-state'
import { RecordSkeleton } from '@/components/record/record-state'
import { query } from '@/lib/api/queries/query'
import { BookingRecord } from './booking-record'
import { SourceTabs } from './source-tabs'

/** The service's own example (§4 row 6), the only booking that it lets anyone read. */
export function ExampleBookingPage() {
  const asked = useQuery(query('/api/bookings/example'))
  return (
    <Page
      title="Example booking"
      lead="The service’s own example, the only booking it lets you read. Use it to see which fields a booking may have and how Kerbside shows them. The values are samples; the specification does not list all statuses."
      actions={<SourceTabs current="example" query={asked} />}
    >
      <QueryState query={asked} loading={<RecordSkeleton label="Loading the example booking" />}>
        {({ data }) => <BookingRecord inspected={data} />}
      </QueryState>
    </Page>
  )
}
