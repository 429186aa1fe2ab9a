import { QueryClient } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { expect, it } from 'vitest'
import { createMapPage, PageProvider } from '@/components/search/page'
import { PanelDataProvider } from '@/components/search/page-data'
import { query } from '@/lib/api/queries/query'
import { render } from '@/lib/testing/render'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { WatchPanel } from './watch-panel'

const NOW_MS = Date.UTC(2026, 0, 1, 12)

function watched(id: string) {
  const readAt = new Date(NOW_MS - 1000).toISOString()
  const position = { lat: 51.5, lng: -0.1 }
  const report = { status: 'busy', mtime: readAt, position, readAt, isKnown: true }
  const lists = { own: { addedAt: readAt }, shared: null }
  return {
    id,
    our_ref: id,
    licence_plate: null,
    make: null,
    type: null,
    changes: [],
    report,
    ...lists,
  }
}

/** How often each text is shown. @param past id of the vehicle of a replay's moment */
function countsIn(past: string | null): number[] {
  const client = new QueryClient()
  const data = { now: NOW_MS, vehicles: [watched('v-1'), watched('v-2')] }
  client.setQueryData(query('/api/watch-list').queryKey, { data } as never)
  client.setQueryData(query('/api/me').queryKey, {
    data: { operator: { role: 'dispatcher' } },
  } as never)
  const live = { area: past && areaOf([emptyVehicle(past)]), replay: past && {} }
  const html = render(
    <NuqsTestingAdapter>
      <PageProvider value={createMapPage({ lat: 51.5, lng: -0.1 }, 0)}>
        <PanelDataProvider value={{ view: { live } } as never}>
          <WatchPanel />
        </PanelDataProvider>
      </PageProvider>
    </NuqsTestingAdapter>,
    { client },
  )
  const texts = ['As it is now, not in the replay', 'not in this area', 'Show on map']
  return texts.map((text) => html.split(text).length - 1)
}

it('in a replay, says that it shows the present, and shows on the map only what is there', () => {
  expect(countsIn(null)).toEqual([0, 2, 2])
  expect(countsIn('v-2')).toEqual([1, 0, 1])
})
