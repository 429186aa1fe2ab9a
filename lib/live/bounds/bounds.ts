import {
  NOBODY,
  ownerOf,
  type ShareHolder,
  Shares,
  type Bounds as SharesBounds,
} from '@/lib/api/http/shares'
import type { Settings } from '@/lib/app/settings/read-settings'

export type Bounds = SharesBounds<'areas' | 'vehicles' | 'streams'>
type Bound = Bounds['all']

/**
 * Heap of one vehicle of an area: its record, the one a sweep is reading, and
 * the events; measured 1.7 KB.
 */
export const VEHICLE_BYTES = 2500
/** Share of the heap limit for the vehicles of all areas. */
const HEAP_SHARE = 0.5
/** Memory of one stream, most of it in buffers outside of the heap; measured 0.3 MB. */
const STREAM_BYTES = 400_000
const STREAMS_MAXIMUM = 10_000
/**
 * An area has many readers, but a reader one stream a tab: of the streams, an
 * operator's share is smaller.
 */
const OPERATOR_STREAMS = 0.1

/** @param heapLimitBytes size at which the process dies */
export function boundsOf(settings: Settings, heapLimitBytes: number): Bounds {
  const all: Bound = {
    areas: settings.LIVE_AREAS_MAXIMUM,
    vehicles:
      settings.LIVE_HELD_VEHICLES_MAXIMUM ??
      Math.floor((heapLimitBytes * HEAP_SHARE) / VEHICLE_BYTES),
    streams:
      settings.LIVE_STREAMS_MAXIMUM ??
      Math.min(STREAMS_MAXIMUM, Math.floor(heapLimitBytes / STREAM_BYTES)),
  }
  const operator = share(all, settings.LIVE_OPERATOR_SHARE_PERCENT / 100)
  return {
    operator: {
      ...operator,
      streams: Math.max(1, Math.floor(operator.streams * OPERATOR_STREAMS)),
    },
    network: share(all, settings.LIVE_ADDRESS_SHARE_PERCENT / 100),
    all,
  }
}

function share({ areas, vehicles, streams }: Bound, of: number): Bound {
  const part = (count: number) => Math.max(1, Math.floor(count * of))
  return { areas: part(areas), vehicles: part(vehicles), streams: part(streams) }
}

interface HeldArea {
  readonly heldVehicles: number
}

/** Above this use of the heap nothing new is opened, above the second nothing grows. */
const HEAP = { open: 0.8, grow: 0.9 }
const RETRY_MS = 30_000

/**
 * Shares in what this node holds. An area counts in full for each watcher, so that
 * leaving it frees a share.
 * @param endIdle ends the area that was left longest ago, or returns false when all are watched
 * @param heapUsed share of the heap limit in use, garbage included: 0 to 1
 */
export function createHoldings(bounds: Bounds, endIdle: () => boolean, heapUsed: () => number) {
  const shares = new Shares<'areas' | 'vehicles' | 'streams', HeldArea>({
    bounds,
    kinds: { operator: 'operator-limit', network: 'address-limit', all: 'capacity-limit' },
    name: 'GET /api/live',
    retryMs: RETRY_MS,
    // Areas without a watcher hold no streams.
    makeRoom: (what) => what !== 'streams' && endIdle(),
    sizeOf: ({ heldVehicles }, what) => (what === 'areas' ? 1 : heldVehicles),
  })
  const kept = new Map<HeldArea, () => void>()
  /** One entry a stream. */
  const watchersOf = new Map<HeldArea, ShareHolder[]>()

  return {
    /**
     * Checks a stream before it is opened.
     * @param area null for an area that is not in memory yet
     * @throws ProblemError operator-limit, address-limit, capacity-limit
     */
    check(holder: ShareHolder, area: HeldArea | null): void {
      shares.check(holder, { streams: 1, areas: area ?? 1, vehicles: area ?? 1 })
      const percent = Math.round(heapUsed() * 100)
      if (!area && percent >= HEAP.open * 100)
        throw shares.refusal('all', `${percent} % of the heap limit in use`)
    },

    /** Counts an area in memory, watched or not, until `drop`. */
    keep: (area: HeldArea) =>
      void kept.set(area, shares.take(NOBODY, { areas: area, vehicles: area })),
    drop(area: HeldArea): void {
      kept.get(area)?.()
      kept.delete(area)
    },

    /**
     * Counts an open stream without an area. @returns the function that ends it
     * @throws ProblemError operator-limit, address-limit, capacity-limit
     */
    addStream: (holder: ShareHolder): (() => void) => shares.take(holder, { streams: 1 }),

    /** Counts an open stream of an area. @returns the function that ends it */
    add(holder: ShareHolder, area: HeldArea): () => void {
      const release = shares.take(holder, { streams: 1, areas: area, vehicles: area })
      const watchers = watchersOf.get(area) ?? []
      watchersOf.set(area, watchers)
      watchers.push(holder)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        release()
        watchers.splice(watchers.indexOf(holder), 1)
        if (watchers.length === 0) watchersOf.delete(area)
      }
    },

    /**
     * Vehicles that an area may hold now, those it holds included. It may grow while one of its
     * watchers has room: a client over its bound must not cut the areas of others by watching them.
     */
    roomFor(area: HeldArea): number {
      if (heapUsed() >= HEAP.grow) return area.heldVehicles
      while (shares.left(NOBODY, 'vehicles') <= 0 && endIdle());
      let room = 0
      for (const holder of watchersOf.get(area) ?? [])
        room = Math.max(room, shares.left(holder, 'vehicles'))
      return area.heldVehicles + room
    },

    /**
     * Owner of the share of calls that an area uses: of its watchers, the one that
     * watches the fewest areas.
     */
    ownerOf(area: HeldArea): string {
      let owner = ''
      let fewest = Number.POSITIVE_INFINITY
      for (const holder of watchersOf.get(area) ?? []) {
        const areas = shares.held(holder, 'areas')
        if (areas >= fewest) continue
        owner = ownerOf(holder)
        fewest = areas
      }
      return owner
    },
  }
}
