import type { Settings } from '@/lib/app/settings/read-settings'
import type { Bounds as SharesBounds } from '@/lib/auth/shares'

export type Bounds = SharesBounds<'areas' | 'vehicles' | 'streams'>
type Bound = Bounds['all']

/** Heap of one vehicle of an area: its record, the one a sweep is reading, and the events; measured 1.7 KB. */
export const VEHICLE_BYTES = 2500
/** Share of the heap limit for the vehicles of all areas. */
const HEAP_SHARE = 0.5
/** Memory of one stream, most of it in buffers outside of the heap; measured 0.3 MB. */
const STREAM_BYTES = 400_000
const STREAMS_MAXIMUM = 10_000
/** An area has many readers, but a reader one stream a tab: of the streams, an operator's share is smaller. */
const OPERATOR_STREAMS = 0.1

type BoundSettings = Pick<
  Settings,
  | 'LIVE_AREAS_MAXIMUM'
  | 'LIVE_HELD_VEHICLES_MAXIMUM'
  | 'LIVE_STREAMS_MAXIMUM'
  | 'LIVE_OPERATOR_SHARE_PERCENT'
  | 'LIVE_ADDRESS_SHARE_PERCENT'
>

/** @param heapLimitBytes size at which the process dies */
export function boundsOf(settings: BoundSettings, heapLimitBytes: number): Bounds {
  const all: Bound = {
    areas: settings.LIVE_AREAS_MAXIMUM,
    vehicles:
      settings.LIVE_HELD_VEHICLES_MAXIMUM ?? Math.floor((heapLimitBytes * HEAP_SHARE) / VEHICLE_BYTES),
    streams:
      settings.LIVE_STREAMS_MAXIMUM ?? Math.min(STREAMS_MAXIMUM, Math.floor(heapLimitBytes / STREAM_BYTES)),
  }
  const operator = share(all, settings.LIVE_OPERATOR_SHARE_PERCENT / 100)
  return {
    operator: { ...operator, streams: Math.max(1, Math.floor(operator.streams * OPERATOR_STREAMS)) },
    network: share(all, settings.LIVE_ADDRESS_SHARE_PERCENT / 100),
    all,
  }
}

function share({ areas, vehicles, streams }: Bound, of: number): Bound {
  const part = (count: number) => Math.max(1, Math.floor(count * of))
  return { areas: part(areas), vehicles: part(vehicles), streams: part(streams) }
}
