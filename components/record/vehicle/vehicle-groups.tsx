import { Link } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { CONTACT, FactPanel } from '@/components/record/facts/fact-list'
import { type AnyRecord, namesOf } from '@/components/record/facts/facts'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'

const ofDriver = namesOf(vehicleFields, 'driver').filter((name) => !CONTACT.includes(name))
// The header shows the picture; its address is for integrators.
const ofVehicle = namesOf(vehicleFields, 'vehicle').filter((name) => name !== 'image_url')

/** Fields of the driver that the header does not show, and those of the owner (§2.1). */
export function PeoplePanels({ inspected }: { readonly inspected: AnyRecord }) {
  const list = { table: vehicleFields, inspected }
  return (
    <>
      <FactPanel title="Driver" names={ofDriver} {...list} />
      <FactPanel title="Owner" names={namesOf(vehicleFields, 'owner')} {...list} />
    </>
  )
}

/** The other fields of a vehicle. */
export function VehiclePanels({ inspected }: { readonly inspected: AnyRecord }) {
  const isViewer = useIsViewer()
  const list = { table: vehicleFields, inspected }
  return (
    <>
      <FactPanel title="Vehicle" names={ofVehicle} {...list} />
      <FactPanel title="Prices" names={namesOf(vehicleFields, 'prices')} {...list} />
      <FactPanel title="Record" names={namesOf(vehicleFields, 'record')} {...list}>
        {isViewer ? null : (
          <p className="mt-3 text-sm">
            <Link href="/bookings?source=arrived">All bookings received</Link>
          </p>
        )}
      </FactPanel>
    </>
  )
}
