'use client'

import { useQuery } from '@tanstack/react-query'
import { IntegrationPage } from '@/components/layout/integration-page'
import { QueryState } from '@/components/layout/query-state'
import { ReadAt, RecordSkeleton } from '@/components/record/record-state'
import { query } from '@/lib/api/queries/query'
import { BookingRecord } from './booking-record'

/** The service's own example (§4 row 6), the only booking that it lets anyone read. */
export function ExampleBookingPage() {
  const asked = useQuery(query('/api/bookings/example'))
  return (
    <IntegrationPage
      title="Example booking"
      lead="The service’s own sample: which fields a booking may have, and how Kerbside shows them."
      actions={<ReadAt query={asked} />}
    >
      <QueryState query={asked} loading={<RecordSkeleton label="Loading the example booking" />}>
        {({ data }) => <BookingRecord inspected={data} />}
      </QueryState>
    </IntegrationPage>
  )
}
