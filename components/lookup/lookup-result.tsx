'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { FactList } from '@/components/record/facts/fact-list'
import { pickFacts } from '@/components/record/facts/facts'
import { RecordSkeleton } from '@/components/record/record-skeleton'
import { RecordState } from '@/components/record/record-state'
import { Silhouette } from '@/components/record/silhouette'
import { vehicleTitle } from '@/components/record/vehicle-title'
import { buttonClass } from '@/components/ui/button'
import { vehicleHref } from '@/lib/format/links'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { isVehicleId } from '@/lib/interface/identifiers'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { vehicleByOurRefQuery } from '@/lib/queries/records'
import { LiveLine } from './live-line'
import { NotFoundNotice } from './not-found-notice'

// Identifies the vehicle and reaches its driver; the rest is on the record's page.
const vehicleFacts = pickFacts(vehicleFields, [
  'our_ref',
  'id',
  'type',
  'make',
  'year',
  'licence_plate',
  'passengers_max',
  'load_m3',
  'functions',
])
const driverFacts = pickFacts(vehicleFields, ['driver_name', 'driver_phone_number'])
const bookingFacts = pickFacts(vehicleFields, ['active_booking_id'])

export function LookupResult({
  ourRef,
  onAsk,
}: {
  readonly ourRef: string
  readonly onAsk: (ourRef: string) => void
}) {
  const query = useQuery(vehicleByOurRefQuery(ourRef))
  const { name } = usePreferences()
  return (
    <div className="flex flex-col gap-4">
      <RecordState
        query={query}
        loading={<RecordSkeleton label="Looking up the reference" />}
        missing={<NotFoundNotice ourRef={ourRef} onAsk={onAsk} retry={() => void query.refetch()} />}
      >
        {({ data }) => <FoundVehicle inspected={data} />}
      </RecordState>
      <p role="status" className="sr-only">
        {query.data ? `Found: ${vehicleTitle(query.data.data.record, name)}` : ''}
      </p>
    </div>
  )
}

function FoundVehicle({ inspected }: { readonly inspected: Inspected<Vehicle> }) {
  const { record } = inspected
  const { name } = usePreferences()
  const href = vehicleHref(record.id)
  return (
    <section aria-labelledby="found" className="bg-surface border-line min-w-0 rounded-lg border p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="bg-sunken border-line text-muted grid h-16 w-24 shrink-0 place-items-center rounded-md border">
          <Silhouette vehicleType={record.type} className="h-10" />
        </div>
        <h2 id="found" className="min-w-0 flex-1 basis-40 text-lg font-semibold [overflow-wrap:anywhere]">
          {vehicleTitle(record, name)}
        </h2>
        {href ? (
          <Link href={href} className={buttonClass('primary')}>
            Open record
          </Link>
        ) : null}
      </div>
      {isVehicleId(record.id) ? (
        <div className="border-line mb-3 border-y py-2">
          <LiveLine vehicleId={record.id} />
        </div>
      ) : null}
      <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <div>
            <h3 className="text-sm font-semibold">Driver</h3>
            <FactList table={vehicleFields} facts={driverFacts} inspected={inspected} isProminent />
          </div>
          <div>
            <h3 className="text-sm font-semibold">Booking</h3>
            <FactList table={vehicleFields} facts={bookingFacts} inspected={inspected} />
          </div>
        </div>
        <FactList table={vehicleFields} facts={vehicleFacts} inspected={inspected} />
      </div>
    </section>
  )
}
