'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Technical } from '@/components/record/inspector/technical'
import { Button } from '@/components/ui/button'
import { vehicleQuery } from '@/lib/api/queries/records'
import type { Finding } from '@/lib/inspect/finding'
import { inspectVehicleReference } from '@/lib/inspect/inspect'
import type { Loss } from '@/lib/inspect/source'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { isVehicleId } from '@/lib/interface/identifiers'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { TotalsChecks } from './totals-panel'

/**
 * A booking for integrators: checked against the specification, by its sums and, on demand only, against its vehicle's
 * record. That holds personal data, and requesting it reveals to the service which vehicle the booking names.
 */
export function BookingTechnical({
  inspected,
  more = [],
  value,
  losses,
  isOpenedHere = false,
}: {
  readonly inspected: Inspected<AnyBooking>
  /** Findings from outside the record. */
  readonly more?: readonly Finding[]
  /** An opened record with its wrapper, and where its source text differs from it. */
  readonly value?: unknown
  readonly losses?: readonly Loss[]
  /** Opened from a file or pasted, not received from the service. */
  readonly isOpenedHere?: boolean
}) {
  const { vehicle_id, vehicle_our_ref, totals } = inspected.record
  const [asked, setAsked] = useState(false)
  const id = vehicle_id !== null && isVehicleId(vehicle_id) ? vehicle_id : null
  const query = useQuery({ ...vehicleQuery(id ?? ''), enabled: asked && id !== null })
  const vehicle = query.data?.data.raw
  const differing = inspectVehicleReference(inspected.raw, vehicle)
  return (
    <Technical
      record={{
        kind: 'booking',
        inspected,
        more: [...more, ...differing],
        value,
        losses,
        checks: (
          <>
            {id === null || vehicle_our_ref === null ? null : (
              <div className="mt-3 flex flex-col gap-2 text-sm">
                {vehicle && differing.length === 0 ? (
                  <p>The vehicle’s record has the same reference, or none.</p>
                ) : null}
                {query.error ? (
                  <ProblemNotice error={query.error} retry={() => void query.refetch()} />
                ) : null}
                {vehicle ? null : (
                  <Button className="self-start" disabled={query.isFetching} onClick={() => setAsked(true)}>
                    {query.isFetching ? 'Loading the vehicle …' : 'Compare with the vehicle’s own reference'}
                  </Button>
                )}
                {vehicle ? null : (
                  <p className="text-muted text-xs">
                    Loads the vehicle’s record and compares its reference with “
                    {bookingFields.vehicle_our_ref.label}”.
                    {isOpenedHere ? ' Only the vehicle’s id is sent, nothing else from the booking.' : ''}
                  </p>
                )}
              </div>
            )}
            {totals ? <TotalsChecks totals={totals} /> : null}
          </>
        ),
      }}
    />
  )
}
