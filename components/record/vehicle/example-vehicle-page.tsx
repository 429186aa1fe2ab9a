'use client'

import { useQuery } from '@tanstack/react-query'
import { IntegrationPage } from '@/components/layout/integration-page'
import { QueryState } from '@/components/layout/query-state'
import { Technical } from '@/components/record/inspector/technical'
import { ReadAt, RecordSkeleton } from '@/components/record/record-state'
import { VehicleHeader } from '@/components/record/vehicle-header'
import { Panel } from '@/components/ui/panel'
import { TwoColumns } from '@/components/ui/two-columns'
import { query } from '@/lib/api/queries/query'
import { PeoplePanels, VehiclePanels } from './vehicle-groups'

/** The service's own complete example (§4 row 5), without live status. */
export function ExampleVehiclePage() {
  const asked = useQuery(query('/api/vehicles/example'))
  return (
    <IntegrationPage
      title="Example vehicle"
      lead="The service’s own sample: which fields a vehicle may have, and how Kerbside shows them."
      actions={<ReadAt query={asked} />}
    >
      <QueryState query={asked} loading={<RecordSkeleton label="Loading the example vehicle" />}>
        {({ data }) => (
          <>
            <Panel>
              <VehicleHeader inspected={data} heading="h2" />
            </Panel>
            <TwoColumns
              first={<PeoplePanels inspected={data} />}
              second={<VehiclePanels inspected={data} />}
            />
            <Technical record={{ kind: 'vehicle', inspected: data }} />
          </>
        )}
      </QueryState>
    </IntegrationPage>
  )
}
