import { QueryClient } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { expect, it } from 'vitest'
import { createMapPage, PageProvider } from '@/components/search/page'
import { PanelDataProvider } from '@/components/search/page-data'
import { query } from '@/lib/api/queries/query'
import { PageStream } from '@/lib/live/client/page-stream'
import { browserPlatform } from '@/lib/live/client/platform'
import { render, textIn } from '@/lib/testing/render'
import { state } from '@/lib/testing/routes'
import { areaOf, VIEWPOINT } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { WatchPanel } from './watch-panel'

const NOW_MS = Date.UTC(2026, 0, 1, 12)

function watched(id: string, unreadable: readonly string[] = []) {
  const readAt = new Date(NOW_MS - 1000).toISOString()
  const position = unreadable.includes('position') ? null : { lat: 51.5, lng: -0.1 }
  const status = unreadable.includes('status') ? null : 'busy'
  const statusSinceMs = NOW_MS - 14 * 60_000
  const report = {
    status,
    mtime: readAt,
    position,
    unreadable,
    readAt,
    isKnown: true,
    statusSinceMs,
  }
  const lists = { own: { addedAt: readAt }, shared: null }
  return {
    id,
    our_ref: id,
    licence_plate: null,
    make: null,
    type: null,
    passengers_max: 4,
    changes: [],
    report,
    ...lists,
  }
}

/** @param past id of the vehicle of a replay's moment */
function panel(past: string | null = null, vehicles = [watched('v-1'), watched('v-2')]): string {
  const client = new QueryClient()
  const data = { now: NOW_MS, vehicles }
  client.setQueryData(query('/api/watch-list').queryKey, { data } as never)
  client.setQueryData(query('/api/me').queryKey, {
    data: { operator: { role: 'dispatcher' } },
  } as never)
  client.setQueryData(query('/api/service').queryKey, { data: state } as never)
  const live = { area: past && areaOf([emptyVehicle(past)]), replay: past && {} }
  return render(
    <NuqsTestingAdapter>
      <PageProvider value={createMapPage(0, new PageStream(browserPlatform))}>
        <PanelDataProvider value={{ view: { live, ...VIEWPOINT } } as never}>
          <WatchPanel />
        </PanelDataProvider>
      </PageProvider>
    </NuqsTestingAdapter>,
    { client },
  )
}

/** How often each text is shown. */
function countsIn(past: string | null): number[] {
  const html = panel(past)
  const texts = ['Shows the present, not the replay', 'not in this area', 'Show on map']
  return texts.map((text) => html.split(text).length - 1)
}

it('says where each vehicle is, its seats and how long it has had its status', () => {
  const text = textIn(panel())
  expect(text).toContain('Busy for 14 min')
  expect(text).toContain('0 m N · 4 seats')
})

it('in a replay, says that it shows the present, and shows on the map only what is there', () => {
  expect(countsIn(null)).toEqual([0, 2, 2])
  expect(countsIn('v-2')).toEqual([1, 0, 1])
})

it('says of a status and a position that came and are not read that they are unreadable', () => {
  const text = textIn(panel(null, [watched('v-1', ['status', 'position'])]))
  expect(text).toContain('Status unreadable')
  expect(text).toContain('position unreadable · 4 seats')
})
