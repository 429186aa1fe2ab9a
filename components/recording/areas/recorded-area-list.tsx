import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/ui/panel'
import type { RecordedAreas } from '@/lib/contract/recording'
import { meQuery } from '@/lib/queries/operators/me'
import { AreaTable } from './area-table'
import { RecordAlwaysForm } from './record-always-form'

/** Recorded areas; administrators choose those that are recorded without watchers. */
export function RecordedAreaList({ recorded }: { readonly recorded: RecordedAreas }) {
  const me = useQuery(meQuery()).data
  // Without sign-in every role is granted.
  const isAdministrator = me !== undefined && (me.operator?.role ?? 'administrator') === 'administrator'
  return (
    <>
      {isAdministrator && recorded.keptHours > 0 ? (
        <Panel title="Record an area always">
          <RecordAlwaysForm recorded={recorded} />
        </Panel>
      ) : null}
      {recorded.areas.length > 0 ? (
        <Panel title="Recorded areas">
          <AreaTable recorded={recorded} canChange={isAdministrator} />
        </Panel>
      ) : null}
    </>
  )
}
