import { useMemo, useRef } from 'react'
import { useDistance, useVehicleNames } from '@/components/layout/preferences/preferences'
import { type MapVehicles, noVehicles, type OutlinedVehicle } from '@/components/map/types'
import { describeVehicle, testOf } from '@/components/search/attributes'
import { countStatuses, inOrder } from '@/components/search/list/counts/status-groups'
import { passes } from '@/components/search/list/filters'
import { filteredRows } from '@/components/search/list/rows'
import {
  departureInWords,
  findSelection,
  lastPosition,
  type Selection,
} from '@/components/search/list/selection'
import { showVehicle } from '@/components/search/list/shown-vehicles'
import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import { namesKnownNow } from '@/lib/api/queries/names'
import { useNearPlaces } from '@/lib/api/queries/places'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { DepartedVehicle, LiveArea, LiveSource } from '@/lib/live/client/live-area'
import { useLiveArea, usePast } from '@/lib/live/client/use-live-area'
import type { SearchState } from './search-state'

const noRows = new Uint32Array(0)
const noTrail: readonly Position[] = []
const noGhosts: readonly DepartedVehicle[] = []

/** Vehicles are clustered from this number on, unless the dispatcher chose otherwise. */
const CLUSTERING_THRESHOLD = 500

/**
 * Ages on the map and on the pick-up board are of whole steps of this, also while
 * the list is not refreshed.
 */
export const AGEING_STEP_MS = 10_000

/**
 * Data of the searched area.
 * @param past shown instead of the present, with the names of the present
 */
export function useLiveView(state: SearchState, paused: boolean, past: LiveSource | null) {
  const { search, filters, selectedId, everySeconds } = state
  const present = useLiveArea(search, { everySeconds, paused })
  const live = usePast(past) ?? present
  const { area, replay } = live
  const pastMs = replay && Math.floor(replay.atMs / AGEING_STEP_MS) * AGEING_STEP_MS
  const known = useVehicleNames()
  const areaNow = past ? present.area : null
  const names = useMemo(
    () => (areaNow ? namesKnownNow(known, (id) => areaNow.table.get(id)?.directory) : known),
    [known, areaNow],
  )
  const near = useNearPlaces()

  // Not deferred: React may delay deferred values after a history step, and map
  // and address would disagree.
  const areaCounts = area?.counts
  const counts = useMemo(() => areaCounts && inOrder(areaCounts), [areaCounts])
  const filtersOfAnyStatus = useMemo(() => ({ ...filters, status: [] }), [filters])
  const rowsOfAnyStatus = useMemo(
    () => (area ? filteredRows(area.table.records, filtersOfAnyStatus, names) : noRows),
    [area, filtersOfAnyStatus, names],
  )
  const shownFilters = state.panel === 'pickup' ? filtersOfAnyStatus : filters
  const rows = useMemo(() => {
    const has = testOf('status', shownFilters.status)
    return has && area
      ? rowsOfAnyStatus.filter((slot) => has(area.table.records[slot] as LiveVehicle))
      : rowsOfAnyStatus
  }, [area, rowsOfAnyStatus, shownFilters.status])
  const statusCounts = useMemo(
    () => (area ? countStatuses(rowsOfAnyStatus, area.table.records, filters.status) : []),
    [area, rowsOfAnyStatus, filters.status],
  )
  const mapVehicles: MapVehicles = useMemo(
    () => (area ? { ...area, shown: rows, shownAtMs: pastMs } : noVehicles),
    [area, rows, pastMs],
  )
  const departed = useMemo(
    () => area?.departed.filter(({ record }) => passes(shownFilters, names)(record)) ?? noGhosts,
    [area?.departed, shownFilters, names],
  )
  const mapGhosts = useMemo(
    () => [
      ...departedWithPosition(departed),
      ...(area ? vehiclesWithLostPosition(area, rows) : []),
    ],
    [departed, area, rows],
  )
  const trail = useMemo(
    () => (selectedId === null ? noTrail : (area?.trailOf(selectedId) ?? noTrail)),
    [area, selectedId],
  )

  // Once clustered, the map of a search stays clustered: a refresh does not switch it.
  const clusteredSearch = useRef<AreaSearch | null>(null)
  if (rows.length >= CLUSTERING_THRESHOLD) clusteredSearch.current = search

  const last = useRef<{ readonly selection: Selection | null; readonly of: number | null } | null>(
    null,
  )
  // A selection from before a jump, or from the present, is not known there.
  const of = replay ? replay.jumps : null
  const selection = findSelection(
    selectedId,
    area,
    last.current?.of === of ? last.current.selection : null,
  )
  last.current = { selection, of }

  const viewpoint = {
    formatDistance: useDistance(),
    /** Where distances count from. */
    from: state.panel === 'pickup' && state.pickup ? state.pickup : search.position,
    names,
    near,
  }
  return {
    live,
    counts: counts ?? null,
    /** Of the panel: the pick-up board chooses by status itself. */
    shownFilters,
    /** Slots of the vehicles that pass these filters. */
    rows,
    /** Slots of the vehicles that pass the filters other than that of statuses. */
    rowsOfAnyStatus,
    /** Of these vehicles. */
    statusCounts,
    mapVehicles,
    departed,
    mapGhosts,
    trail,
    isClustering: state.isClustering ?? clusteredSearch.current === search,
    selection,
    isFilteredOut: selection?.isListed === true && !passes(shownFilters, names)(selection.vehicle),
    /** About the moment of a replay; null for now. */
    pastMs,
    ...viewpoint,
    positionOf: (id: string | null): Position | null => lastPosition(findSelection(id, area, null)),
    describe(id: string): string {
      const known = findSelection(id, area, selection)
      if (!known) return id
      const sinceReceiptMs = (replay?.atMs ?? Date.now()) - known.receivedAtMs
      const text = describeVehicle(showVehicle(known.vehicle, viewpoint, known, sinceReceiptMs))
      if (known.departed)
        return `No longer here: ${departureInWords(known.departed)}. Last known: ${text}`
      return known.isListed ? text : `Not in the loaded area. Last known: ${text}`
    },
  }
}

export type LiveView = ReturnType<typeof useLiveView>

export function departedWithPosition(departed: readonly DepartedVehicle[]): OutlinedVehicle[] {
  return departed.flatMap(({ record: { id, position, status } }) =>
    position === null ? [] : { id, position, status },
  )
}

/**
 * At their last known position.
 * @param shown slots of the vehicles that pass the filters, in ascending order
 */
export function vehiclesWithLostPosition(
  { table: { records }, unplaced, trailOf }: Pick<LiveArea, 'table' | 'unplaced' | 'trailOf'>,
  shown: Uint32Array,
): OutlinedVehicle[] {
  const lost: OutlinedVehicle[] = []
  let at = 0
  for (const slot of unplaced) {
    while (at < shown.length && (shown[at] as number) < slot) at++
    if (shown[at] !== slot) continue
    const { id, status } = records[slot] as VehicleSearchObject
    const position = trailOf(id).at(-1)
    if (position) lost.push({ id, position, status })
  }
  return lost
}
