'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { Technical } from '@/components/record/inspector/technical'
import { ReadAt, RecordSkeleton } from '@/components/record/record-state'
import { vehicleTitle } from '@/components/record/vehicle-title'
import { Panel } from '@/components/ui/panel'
import { query } from '@/lib/api/queries/query'
import { RecordLayout, VehicleGroups } from './vehicle-groups'

/** The service's own complete example (§4 row 5), without live status. */
export function ExampleVehiclePage() {
  const asked = useQuery(query('/api/vehicles/example'))
  const inspected = asked.data?.data
  const { name } = usePreferences()
  return (
    <Page
      title="Example vehicle"
      lead={inspected ? vehicleTitle(inspected.record, name) : undefined}
      actions={<ReadAt query={asked} />}
    >
      <RecordLayout
        beside={
          <Panel title="About this example">
            <p className="text-sm">
              The service’s own example of a complete vehicle, which can always be read. Use it to
              see which fields a vehicle may have, how Kerbside shows each, and that the service
              answers. The values are samples; the specification does not list all types and
              functions, or which fields are required.
            </p>
          </Panel>
        }
        after={inspected ? <Technical record={{ kind: 'vehicle', inspected }} /> : null}
      >
        <QueryState query={asked} loading={<RecordSkeleton label="Loading the example vehicle" />}>
          {({ data }) => <VehicleGroups inspected={data} />}
        </QueryState>
      </RecordLayout>
    </Page>
  )
}
