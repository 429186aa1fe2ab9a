'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Crosshair } from 'lucide-react'
import type { Route } from 'next'
import { useMemo } from 'react'
import { BookingRecord } from '@/components/bookings/booking/booking-record'
import { CopyForDriver } from '@/components/bookings/due/copy-for-driver'
import { readBooking } from '@/components/bookings/due/due-bookings'
import { useBookingsAddress } from '@/components/layout/bookings-address'
import { usePageKey } from '@/components/layout/keyboard/page-key'
import { Link, useNavigate } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/page-title'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { Contact } from '@/components/record/facts/contact'
import { RecordSkeleton } from '@/components/record/record-state'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { DataFrom } from '@/lib/api/client/call'
import { describeError } from '@/lib/api/client/errors'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { query } from '@/lib/api/queries/query'
import { pickUpHref } from '@/lib/format/links'
import { formatCount } from '@/lib/format/number'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'
import { recordOf } from '@/lib/inspect/delivery/record-of'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { isVehicleId } from '@/lib/interface/identifiers'
import { readAnyBooking } from '@/lib/interface/readers'
import { DeliveryItem } from './delivery-item'
import { deliverySteps } from './delivery-steps'

export function ArrivedBookingPage({ bookingKey }: { readonly bookingKey: string }) {
  const asked = useQuery(query('/api/bookings/arrived/{key}', { key: bookingKey }))
  const booking = asked.data?.data.booking
  const name = booking && safeText(booking.ourRef || booking.id || 'without a reference', 80)
  usePageTitle(name ? `Booking ${name}` : null)
  return (
    <Page
      title={name ? <bdi>{name}</bdi> : 'Booking'}
      lead={booking ? <Lead booking={booking} /> : undefined}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {booking ? <FindVehicle booking={booking} /> : null}
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
            It was never received, or it was deleted because of its age.
          </Notice>
        }
      >
        {({ data }) => <Answer {...data} />}
      </QueryState>
    </Page>
  )
}

function Lead({ booking: { deliveries } }: { readonly booking: ArrivedBooking }) {
  return (
    <>
      Received in{' '}
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
  const { vehicleId } = booking
  return (
    <>
      {isWhole ? null : (
        <Notice title="Only part of this booking was received">
          Below is what is known so far.
        </Notice>
      )}
      <BookingRecord
        inspected={inspected}
        isWhole={isWhole}
        driver={
          vehicleId !== null && isVehicleId(vehicleId) ? <Driver vehicleId={vehicleId} /> : null
        }
        beside={<StatusChanges booking={booking} />}
        after={
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
        }
      />
    </>
  )
}

const DRIVER = ['driver_name', 'driver_phone_number'] as const

/** Of the booked vehicle, from its own record. */
function Driver({ vehicleId }: { readonly vehicleId: string }) {
  const { data, error } = useQuery(query('/api/vehicles/{vehicleId}', { vehicleId }))
  if (data)
    return <Contact label="Driver" fields={DRIVER} table={vehicleFields} inspected={data.data} />
  if (!error) return <Skeleton label="Loading the driver" lines={2} />
  return (
    <p className="text-muted mb-2 text-sm">
      Driver not available: {describeError(error).title.toLowerCase()}.
    </p>
  )
}

/** The pick-up board at the booking's start, also by the key `b`; its text for the driver. */
function FindVehicle({ booking }: { readonly booking: ArrivedBooking }) {
  const navigate = useNavigate()
  const read = useMemo(() => readBooking(booking), [booking])
  const from = read.record.from_position
  const href = from && pickUpHref(from, read.needs)
  usePageKey((key) => {
    if (key !== 'b' || !href) return false
    void navigate(href)
    return true
  })
  return (
    <>
      {href ? (
        <Link href={href} button="secondary" icon={Crosshair}>
          Find a vehicle
        </Link>
      ) : null}
      <CopyForDriver booking={read} />
    </>
  )
}

function VehicleLink({
  booking: { vehicleId, vehicleOurRef, vehicleCallSign },
}: {
  readonly booking: ArrivedBooking
}) {
  const name = safeText(vehicleOurRef || vehicleCallSign || vehicleId || '', 40)
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
          It is not clear which status is the latest. They are listed as they arrived.
        </Notice>
      )}
      {statuses.length === 0 ? <p className="text-muted text-sm">No status received yet.</p> : null}
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
