import type { ReactNode } from 'react'
import { Link } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { FactList } from '@/components/record/facts/fact-list'
import { type AnyRecord, factsOf, pickFacts } from '@/components/record/facts/facts'
import { Panel } from '@/components/ui/panel'
import type { FieldGroup } from '@/lib/interface/fields/fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'

/** All fields of a vehicle (§2.1) in their groups: one column on a phone, two where there is room. */
export function VehicleGroups({ inspected }: { readonly inspected: AnyRecord }) {
  const isViewer = useIsViewer()
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <DriverGroup inspected={inspected} />
        <Group title="Vehicle" group="vehicle" inspected={inspected} />
        <Group title="Prices" group="prices" inspected={inspected} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Group title="Owner" group="owner" inspected={inspected} />
        <Group title="Record" group="record" inspected={inspected}>
          <p className="text-muted mt-3 text-xs">
            The service cannot look up a booking by its id.{' '}
            {isViewer ? null : (
              <Link href="/bookings" className="text-accent underline">
                Bookings that arrived
              </Link>
            )}
          </p>
        </Group>
      </div>
    </div>
  )
}

const contactFacts = pickFacts(vehicleFields, ['driver_name', 'driver_phone_number'])
const otherDriverFacts = factsOf(vehicleFields, 'driver').filter(
  ({ name }) => !contactFacts.some((fact) => fact.name === name),
)

/** The driver first: a record is mostly opened for name and phone. */
function DriverGroup({ inspected }: { readonly inspected: AnyRecord }) {
  if (inspected.withheld?.includes('driver_name')) {
    return <Group title="Driver" group="driver" inspected={inspected} />
  }
  return (
    <Panel title="Driver">
      <FactList table={vehicleFields} facts={contactFacts} inspected={inspected} isProminent />
      <FactList table={vehicleFields} facts={otherDriverFacts} inspected={inspected} />
    </Panel>
  )
}

function Group({
  title,
  group,
  inspected,
  children,
}: {
  readonly title: string
  readonly group: FieldGroup
  readonly inspected: AnyRecord
  readonly children?: ReactNode
}) {
  const facts = factsOf(vehicleFields, group)
  if (facts.some(({ name }) => inspected.withheld?.includes(name))) {
    return (
      <Panel title={title}>
        <p className="text-muted text-sm">Not shown to viewers.</p>
      </Panel>
    )
  }
  return (
    <Panel title={title}>
      <FactList table={vehicleFields} facts={facts} inspected={inspected} />
      {children}
    </Panel>
  )
}

/**
 * A record's page. `beside` is left of the facts, on a phone above them; `after` is below both.
 */
export function RecordLayout({
  beside,
  after,
  children,
}: {
  readonly beside: ReactNode
  readonly after: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">{beside}</div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">{after}</div>
    </div>
  )
}
