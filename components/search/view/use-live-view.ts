import { useMemo, useState } from 'react'
import { useDistance } from '@/components/layout/preferences/preferences'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { type DepartedOnMap, type MapVehicles, noVehicles } from '@/components/map/types'
import { testOf } from '@/components/search/attribute-filters'
import { describeVehicle } from '@/components/search/attribute-words'
import { countStatuses, inOrder } from '@/components/search/list/counts/status-groups'
import { passes } from '@/components/search/list/filters'
import { filteredRows } from '@/components/search/list/rows'
import { departureInWords, findSelection, useSelection } from '@/components/search/list/selection'
import { showVehicle } from '@/components/search/list/shown-vehicles'
import { usePage } from '@/components/search/page'
import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import { namesKnownNow } from '@/lib/api/queries/names'
import { useNearPlaces } from '@/lib/api/queries/places'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { DepartedVehicle, LiveArea, LiveSource } from '@/lib/live/client/live-area'
import { useLiveArea, usePast } from '@/lib/live/client/use-live-area'
import type { Address } from './address'

const noRows = new Uint32Array(0)
const noTrail: readonly Position[] = []
const noDeparted: readonly DepartedVehicle[] = []

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
export function useLiveView(address: Address, isPaused: boolean, past: LiveSource | null) {
  const { search, filters, selectedId, everySeconds, panel, pickup } = address
  const { stream } = usePage()
  const present = useLiveArea(stream, search, { everySeconds, paused: isPaused })
  const live = usePast(past) ?? present
  const { area, replay } = live
  const pastMs = replay && Math.floor(replay.atMs / AGEING_STEP_MS) * AGEING_STEP_MS
  const names = useNames(past ? present.area : null)
  const near = useNearPlaces()
  const formatDistance = useDistance()

  // Not deferred: React may delay deferred values after a history step, and map
  // and address would disagree.
  const areaCounts = area?.counts
  const counts = useMemo(() => (areaCounts ? inOrder(areaCounts) : null), [areaCounts])
  const filtersOfAnyStatus = useMemo(() => ({ ...filters, status: [] }), [filters])
  const rowsOfAnyStatus = useMemo(
    () =>
      area ? filteredRows(area.table.records, filtersOfAnyStatus, names, area.fetchedAtMs) : noRows,
    [area, filtersOfAnyStatus, names],
  )
  const shownFilters = panel === 'pickup' ? filtersOfAnyStatus : filters
  const rows = useMemo(() => {
    const hasStatus = testOf('status', shownFilters.status)
    if (!hasStatus || !area) return rowsOfAnyStatus
    const { records } = area.table
    return rowsOfAnyStatus.filter((slot) => hasStatus(records[slot] as LiveVehicle))
  }, [area, rowsOfAnyStatus, shownFilters.status])
  const statusCounts = useMemo(
    () => (area ? countStatuses(rowsOfAnyStatus, area.table.records, filters.status) : []),
    [area, rowsOfAnyStatus, filters.status],
  )
  const fetchedAtMs = area?.fetchedAtMs
  const departed = useMemo(() => {
    const isShown = passes(shownFilters, names, fetchedAtMs)
    return area?.departed.filter(({ record }) => isShown(record)) ?? noDeparted
  }, [area?.departed, shownFilters, names, fetchedAtMs])

  // Once clustered, the map of a search stays clustered: a refresh does not switch it.
  const [clusteredSearch, setClusteredSearch] = useState<AreaSearch | null>(null)
  const isCrowded = rows.length >= CLUSTERING_THRESHOLD
  if (isCrowded && clusteredSearch !== search) setClusteredSearch(search)

  const selection = useSelection(selectedId, live)
  const from = panel === 'pickup' && pickup ? pickup : search.position

  const isClustering = address.isClustering ?? (isCrowded || clusteredSearch === search)
  // One object until the data change: the address changes with each movement of the map.
  return useMemo(
    () => ({
      live,
      counts,
      /** Of the panel: the pick-up board chooses by status itself. */
      shownFilters,
      /** Slots of the vehicles that pass these filters. */
      rows,
      /** Slots of the vehicles that pass the filters other than that of statuses. */
      rowsOfAnyStatus,
      /** Of these vehicles. */
      statusCounts,
      departed,
      isClustering,
      selection,
      /** About the moment of a replay; null for now. */
      pastMs,
      formatDistance,
      /** Where distances count from. */
      from,
      names,
      near,
    }),
    [
      live,
      counts,
      shownFilters,
      rows,
      rowsOfAnyStatus,
      statusCounts,
      departed,
      isClustering,
      selection,
      pastMs,
      formatDistance,
      from,
      names,
      near,
    ],
  )
}

export type LiveView = ReturnType<typeof useLiveView>

/** Whether the filters hide the selected vehicle. */
export function isFilteredOut({ selection, shownFilters, names, live }: LiveView): boolean {
  if (selection?.isListed !== true) return false
  return !passes(shownFilters, names, live.area?.fetchedAtMs)(selection.vehicle)
}

/** A vehicle in words, by its last known data: "480 m NE, available". */
export function describeInView(view: LiveView, id: string): string {
  const { area, replay } = view.live
  const known = findSelection(id, area, view.selection)
  if (!known) return id
  const sinceReceiptMs = (replay?.atMs ?? Date.now()) - known.receivedAtMs
  const text = describeVehicle(showVehicle(known.vehicle, view, known, sinceReceiptMs))
  if (known.departed)
    return `No longer here: ${departureInWords(known.departed)}. Last known: ${text}`
  return known.isListed ? text : `Not in the loaded area. Last known: ${text}`
}

/** @param areaNow the present, while a replay shows the past */
function useNames(areaNow: LiveArea | null) {
  const known = useVehicleNames()
  return useMemo(
    () => (areaNow ? namesKnownNow(known, (id) => areaNow.table.get(id)?.directory) : known),
    [known, areaNow],
  )
}

/**
 * The vehicles of a view as the map draws them.
 * @param starred slots of watched vehicles, which no filter hides
 */
export function useMapVehicles(
  { live, rows, departed, pastMs }: LiveView,
  selectedId: string | null,
  starred: readonly number[],
) {
  const { area } = live
  const vehicles: MapVehicles = useMemo(() => {
    if (!area) return noVehicles
    return { ...area, shown: withSlots(rows, starred), starred, shownAtMs: pastMs }
  }, [area, rows, starred, pastMs])
  const departedOnMap = useMemo(() => {
    const lost = area ? vehiclesWithLostPosition(area, rows) : []
    return [...departedWithPosition(departed), ...lost]
  }, [departed, area, rows])
  const trail = useMemo(
    () => (selectedId === null ? noTrail : (area?.trailOf(selectedId) ?? noTrail)),
    [area, selectedId],
  )
  return { vehicles, departed: departedOnMap, trail }
}

/** @param rows in ascending order, as the result */
export function withSlots(rows: Uint32Array, slots: readonly number[]): Uint32Array {
  if (slots.length === 0) return rows
  const known = new Set(rows)
  const missing = slots.filter((slot) => !known.has(slot))
  return missing.length === 0 ? rows : Uint32Array.from([...rows, ...missing]).sort()
}

export function departedWithPosition(departed: readonly DepartedVehicle[]): DepartedOnMap[] {
  const located: DepartedOnMap[] = []
  for (const { record } of departed) {
    const { id, position, status } = record
    if (position !== null) located.push({ id, position, status })
  }
  return located
}

/**
 * At their last known position.
 * @param shown slots of the vehicles that pass the filters, in ascending order
 */
export function vehiclesWithLostPosition(
  { table, unplaced, trailOf }: Pick<LiveArea, 'table' | 'unplaced' | 'trailOf'>,
  shown: Uint32Array,
): DepartedOnMap[] {
  const { records } = table
  const lost: DepartedOnMap[] = []
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
