import type { ReactNode } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Contact } from '@/components/record/facts/contact'
import { VehiclePicture } from '@/components/record/vehicle-picture'
import { vehicleHeading } from '@/components/record/vehicle-title'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'

const DRIVER = ['driver_name', 'driver_phone_number'] as const

/** Facts for a call about a vehicle: its call sign, status, driver and the number. */
export function VehicleHeader({
  inspected,
  heading: Heading,
  id,
  status,
  actions,
}: {
  readonly inspected: Inspected<Vehicle>
  readonly heading: 'h1' | 'h2'
  /** Of the heading. */
  readonly id?: string
  readonly status?: ReactNode
  readonly actions?: ReactNode
}) {
  const { name: first } = usePreferences()
  const { name, details } = vehicleHeading(inspected.record, first)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
        <VehiclePicture vehicle={inspected.record} />
        <div className="flex min-w-0 flex-col gap-1">
          <Heading
            id={id}
            className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]"
          >
            {name}
          </Heading>
          {details === '' ? null : (
            <p className="text-muted text-sm [overflow-wrap:anywhere]">{details}</p>
          )}
          {status}
        </div>
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <Contact label="Driver" fields={DRIVER} table={vehicleFields} inspected={inspected} />
        {inspected.withheld?.includes(DRIVER[1]) ? null : (
          <p className="text-muted mt-1 text-xs">
            You can’t message, assign or cancel from here. Call instead.
          </p>
        )}
      </div>
      {actions}
    </div>
  )
}
