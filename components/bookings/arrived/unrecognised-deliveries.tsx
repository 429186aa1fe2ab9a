'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SourceTabs } from '@/components/booking/source-tabs'
import { Page } from '@/components/layout/page'
import { ReadAt } from '@/components/record/read-at'
import { RecordState } from '@/components/record/record-state'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCount } from '@/lib/format/number'
import { unrecognisedQuery } from '@/lib/queries/bookings/arrived-bookings'
import { DeliveryItem } from './delivery-item'

/** In place of the list of bookings: deliveries in which none was recognised, as they came. */
export function UnrecognisedDeliveries() {
  const query = useQuery(unrecognisedQuery())
  const [openedMs] = useState(Date.now)
  return (
    <Page
      title="Deliveries not recognised"
      lead="They came to a webhook address, but no booking was found in them. They are kept as they came."
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <ReadAt query={query} />
          <SourceTabs current="arrived" />
        </div>
      }
    >
      <RecordState query={query} loading={<Skeleton label="Loading the deliveries" lines={6} />}>
        {({ data: { deliveries, total } }) =>
          deliveries.length === 0 ? (
            <Notice title="Every delivery was recognised">
              A delivery in which no booking is found appears here.
            </Notice>
          ) : (
            <>
              {total > deliveries.length ? (
                <p className="text-muted text-sm">
                  The newest {formatCount(deliveries.length)} of {formatCount(total)} are shown.
                </p>
              ) : null}
              <ol aria-label="Deliveries not recognised, the newest first" className="flex flex-col gap-3">
                {deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} openedMs={openedMs} />
                ))}
              </ol>
            </>
          )
        }
      </RecordState>
    </Page>
  )
}
