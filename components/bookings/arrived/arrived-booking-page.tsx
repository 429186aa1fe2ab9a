'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { Route } from 'next'
import { useMemo } from 'react'
import { BookingRecord } from '@/components/bookings/booking/booking-record'
import { useBookingsAddress } from '@/components/layout/bookings-address'
import { Link } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { usePageTitle } from '@/components/layout/use-page-title'
import { RecordSkeleton } from '@/components/record/record-state'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import type { DataFrom } from '@/lib/api/client/call'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { query } from '@/lib/api/queries/query'
import { formatCount } from '@/lib/format/number'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'
import { isVehicleId } from '@/lib/interface/identifiers'
import { readAnyBooking } from '@/lib/interface/readers'
import { recordOf } from './arrived-record'
import { DeliveryItem } from './delivery-item'
import { deliverySteps } from './delivery-steps'

export function ArrivedBookingPage({ bookingKey }: { readonly bookingKey: string }) {
  const asked = useQuery(query('/api/bookings/arrived/{key}', { key: bookingKey }))
  const booking = asked.data?.data.booking
  const name = booking && safeText(booking.ourRef || booking.id || 'without a reference', 80)
  usePageTitle(name ? `Booking ${name}` : null)
  return (
    <Page
      title={name ? <bdi>{name}</bdi> : 'Arrived booking'}
      lead={booking ? <Lead booking={booking} /> : undefined}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {booking ? <VehicleLink booking={booking} /> : null}
          <BackToList />
        </div>
      }
    >
      <QueryState
        query={asked}
        loading={<RecordSkeleton label="Loading the booking" />}
        missing={
          <Notice title="No such booking">
            It never arrived, or its deliveries were deleted at the end of their retention.
          </Notice>
        }
      >
        {({ data }) => <Answer {...data} />}
      </QueryState>
    </Page>
  )
}

function Lead({ booking: { id, ourRef, deliveries } }: { readonly booking: ArrivedBooking }) {
  return (
    <>
      {ourRef && id ? (
        <>
          Booking <bdi>{safeText(id, 80)}</bdi>.{' '}
        </>
      ) : null}
      Arrived by webhook, in{' '}
      <span role="status">
        {deliveries === 1 ? '1 delivery' : `${formatCount(deliveries)} deliveries`}
      </span>
      .
    </>
  )
}

function Answer({ booking, deliveries }: DataFrom<'GET /api/bookings/arrived/{key}'>) {
  const inspected = useMemo(() => readAnyBooking(recordOf(booking)), [booking])
  const steps = useMemo(() => deliverySteps(deliveries, booking), [deliveries, booking])
  const isWhole = booking.record !== null
  return (
    <>
      {isWhole ? null : (
        <Notice title="No delivery held the whole booking">
          Below is what the deliveries say of it. The specification does not say what a webhook’s
          body holds.
        </Notice>
      )}
      <BookingRecord
        inspected={inspected}
        isWhole={isWhole}
        after={
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <StatusChanges booking={booking} />
            <Panel title="Deliveries">
              {booking.deliveries > deliveries.length ? (
                <p className="text-muted mb-2 text-sm">
                  The newest {formatCount(deliveries.length)} are shown.
                </p>
              ) : null}
              <ol aria-label="Deliveries, the newest first" className="flex flex-col gap-3">
                {steps.toReversed().map((step) => (
                  <DeliveryItem key={step.delivery.id} delivery={step.delivery} step={step} />
                ))}
              </ol>
            </Panel>
          </div>
        }
      />
    </>
  )
}

function VehicleLink({
  booking: { vehicleId, vehicleOurRef },
}: {
  readonly booking: ArrivedBooking
}) {
  const name = safeText(vehicleOurRef || vehicleId || '', 40)
  if (vehicleId !== null && isVehicleId(vehicleId))
    return (
      <Link href={`/vehicles/${encodeURIComponent(vehicleId)}`} button="secondary">
        Vehicle <bdi>{name}</bdi>
      </Link>
    )
  if (vehicleOurRef === null) return null
  return (
    <Link
      href={`/lookup?${new URLSearchParams({ our_ref: vehicleOurRef })}` as Route}
      button="secondary"
    >
      Look up vehicle <bdi>{name}</bdi>
    </Link>
  )
}

function StatusChanges({
  booking: { statuses, isOrderKnown },
}: {
  readonly booking: ArrivedBooking
}) {
  const { zone } = usePreferences()
  const moment = (iso: string) => formatMoment(Date.parse(iso), Date.now(), zone)
  return (
    <Panel title="Status changes">
      {isOrderKnown ? null : (
        <Notice tone="warning" title="Order unknown" className="mb-3">
          The deliveries do not say which status came last. They are listed as they arrived.
        </Notice>
      )}
      {statuses.length === 0 ? (
        <p className="text-muted text-sm">No delivery names a status.</p>
      ) : null}
      <ol className="flex flex-col gap-2">
        {statuses.map(({ status, modifiedAt, receivedAt, deliveryId }, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: one delivery may name several statuses
            key={`${deliveryId} ${n}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm"
          >
            <bdi className="font-semibold" title={status === null ? undefined : safeText(status)}>
              {statusWords(status, 60)}
            </bdi>
            <span className="text-muted tabular-nums">
              {modifiedAt === null ? (
                <>
                  received <time dateTime={receivedAt}>{moment(receivedAt)}</time>
                </>
              ) : (
                <time dateTime={modifiedAt} title={`Received ${moment(receivedAt)}`}>
                  {moment(modifiedAt)}
                </time>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function BackToList() {
  return (
    <Link href={useBookingsAddress()} button="secondary" icon={ArrowLeft}>
      Back to the list
    </Link>
  )
}
