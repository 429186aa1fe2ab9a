import type { ReactNode } from 'react'
import { Link } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { CONTACT, FactPanel } from '@/components/record/facts/fact-list'
import { type AnyRecord, namesOf } from '@/components/record/facts/facts'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'

/**
 * All fields of a vehicle (§2.1) in their groups: one column on a phone, two where there is room.
 */
export function VehicleGroups({ inspected }: { readonly inspected: AnyRecord }) {
  const isViewer = useIsViewer()
  const list = { table: vehicleFields, inspected }
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <FactPanel title="Driver" names={ofDriver} {...list} />
        <FactPanel title="Vehicle" names={namesOf(vehicleFields, 'vehicle')} {...list} />
        <FactPanel title="Prices" names={namesOf(vehicleFields, 'prices')} {...list} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <FactPanel title="Owner" names={namesOf(vehicleFields, 'owner')} {...list} />
        <FactPanel title="Record" names={namesOf(vehicleFields, 'record')} {...list}>
          <p className="text-muted mt-3 text-xs">
            The service cannot look up a booking by its id.{' '}
            {isViewer ? null : <Link href="/bookings">Bookings that arrived</Link>}
          </p>
        </FactPanel>
      </div>
    </div>
  )
}

const ofDriver = [...new Set([...CONTACT, ...namesOf(vehicleFields, 'driver')])]

/** `beside` is left of the facts, on a phone above them; `after` is below both. */
export function RecordLayout({
  beside,
  after,
  children,
}: Record<'beside' | 'after' | 'children', ReactNode>) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">{beside}</div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">{after}</div>
    </div>
  )
}
