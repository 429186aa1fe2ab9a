import { useEffect, useEffectEvent, useMemo } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { Emphasis } from '@/components/map/types'
import type { Needs } from '@/components/search/attributes'
import { viewAround } from '@/components/search/map-geometry'
import { usePage, usePageState } from '@/components/search/page'
import { type Address, useAddress, useAddressActions } from '@/components/search/view/address'
import { AGEING_STEP_MS, type LiveView } from '@/components/search/view/use-live-view'
import type { RoadAnswer } from '@/lib/api/contract/roads'
import type { BookedNeeds } from '@/lib/format/links'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { isProvisional } from '@/lib/live/client/live-area'
import { FITS_WANTED, nextStep, rankByAir, suitability } from './pickup-ranking'
import { type RoadRanking, rankByRoad } from './road-times'
import { useRoadPath, useRoadTimes } from './use-roads'

/** Before the next radius: a digit may follow the one just typed. */
const STEP_DELAY_MS = 600

/** Vehicles ranked for the pick-up point, while the board is open. */
export function usePickupRanking({ pickup, needs, search, panel }: Address, view: LiveView) {
  const { pickupMaxAgeMinutes } = usePage()
  const { rows, live, pastMs } = view
  const { area } = live
  const point = panel === 'pickup' ? pickup : null
  const nowMs = useNow(AGEING_STEP_MS)
  const hasStatuses = view.counts?.status.some(([status]) => status !== '') ?? true
  const terms = useMemo(() => {
    const hasLimit = pickupMaxAgeMinutes !== 0
    const maxAgeMs = hasLimit ? pickupMaxAgeMinutes * 60_000 : Number.POSITIVE_INFINITY
    return { needs, hasStatuses, maxAgeMs }
  }, [needs, hasStatuses, pickupMaxAgeMinutes])
  const byAir = useMemo(() => {
    if (!area || !point) return null
    const { isSuitable, reasonsAgainst } = suitability(area, pastMs ?? nowMs ?? 0, terms)
    return { ...rankByAir(rows, area, point, isSuitable), reasonsAgainst, terms }
  }, [area, point, rows, terms, nowMs, pastMs])
  const subject = JSON.stringify([needs, search.radius, live.progress === null])
  const candidates = useMemo(() => {
    if (!point || !area || !byAir) return null
    return { point, records: area.table.records, subject, slots: byAir.suitable }
  }, [point, area, byAir, subject])
  const roads = useRoadTimes(candidates)
  const ranking = useMemo(
    () => byAir && area && { ...byAir, ...rankByRoad(byAir, area.table.records, roads) },
    [byAir, area, roads],
  )
  const emphasis = useMemo(
    () => ranking && emphasisOf(ranking, area?.table.records.length ?? 0),
    [ranking, area],
  )
  const path = useRoadPath(view.selection, point)

  const selectedId = view.selection?.vehicle.id
  return useMemo(
    () => ({
      /** Null while the board is closed. */
      point,
      /** Null while the board is closed, without a point or without a list. */
      ranking,
      /** The last answer about roads for this point; null before. */
      roads,
      path,
      /** Conditions of the ranking, also while the board is closed. */
      terms,
      emphasis,
      timeOf(id: string): RoadAnswer | null {
        const vehicle = area?.table.get(id)
        const answer = vehicle ? (ranking?.answerOf(vehicle) ?? null) : null
        return answer ?? (id === selectedId ? path : null)
      },
      /** Positions of the numbered vehicles. */
      numberedPositions(): Position[] {
        const slots = emphasis?.numbered ?? []
        const positions = slots.map((slot) => area?.table.records[slot]?.position ?? null)
        return positions.filter((position) => position !== null)
      },
      numberOf(id: string): number | null {
        const index = emphasis?.numbered.indexOf(area?.table.slotOf(id) ?? -1) ?? -1
        return index < 0 ? null : index + 1
      },
    }),
    [area, point, ranking, roads, path, terms, emphasis, selectedId],
  )
}

export type PickupRanking = ReturnType<typeof usePickupRanking>

/** The first suitable vehicles numbered, the others dimmed. @param size number of slots */
function emphasisOf({ rows, suitable }: RoadRanking, size: number): Emphasis {
  const dimmed = new Uint8Array(size)
  for (const slot of rows.subarray(suitable)) dimmed[slot] = 1
  return { numbered: [...rows.subarray(0, Math.min(FITS_WANTED, suitable))], dimmed }
}

/** Whether the search is round the pick-up point. */
export function isCentred({ pickup, search }: Address): boolean {
  return pickup !== null && formatPosition(pickup) === formatPosition(search.position)
}

/** The next step of the search round the point; null where none is widened. */
function useNextStep(address: Address, view: LiveView, { point, ranking }: PickupRanking) {
  const widening = usePageState((state) => state.widening)
  const { live } = view
  const isOfPoint = point !== null && widening?.point === formatPosition(point)
  if (live.replay || !isOfPoint || !isCentred(address) || widening.phase !== 'on') return null
  const meta = live.area?.meta
  return nextStep(address.search.radius, widening.stepsLeft, {
    isRead: meta !== undefined && live.progress === null && !isProvisional(meta),
    isWhole: meta?.incomplete === null && meta.failure === null,
    suitable: ranking?.suitable ?? 0,
  })
}

export function useIsWidening(view: LiveView, pickup: PickupRanking): boolean {
  const next = useNextStep(useAddress(), view, pickup)
  return next === 'wait' || typeof next === 'number'
}

/**
 * Widens the search round a pick-up point until enough vehicles are suitable, then shows these
 * and the point.
 */
export function useWidening(address: Address, view: LiveView, pickup: PickupRanking): void {
  const { store, map, changeWidening } = usePage()
  const { widenSearch } = useAddressActions()
  const { point } = pickup
  const next = useNextStep(address, view, pickup)

  const widen = useEffectEvent((radius: number) => {
    const movesMap = store.getState().widening?.movesMap ?? true
    changeWidening({ kind: 'widened' })
    void widenSearch(radius, movesMap)
  })
  useEffect(() => {
    if (next === 'done') return changeWidening({ kind: 'ended' })
    if (next === 'wait' || next === null) return
    const timer = setTimeout(() => widen(next), STEP_DELAY_MS)
    return () => clearTimeout(timer)
  }, [next, changeWidening])

  const hasEnded = usePageState(({ widening }) => {
    const isOfPoint = point !== null && widening?.point === formatPosition(point)
    return isOfPoint && widening.phase === 'ended'
  })
  // The order by road names other vehicles than that by air.
  const isFound = hasEnded && pickup.roads !== null && pickup.emphasis !== null
  const showFound = useEffectEvent(() => {
    const movesMap = store.getState().widening?.movesMap ?? false
    changeWidening({ kind: 'shown' })
    const size = map.size()
    if (point && size && movesMap)
      map.goTo(viewAround([point, ...pickup.numberedPositions()], size))
  })
  useEffect(() => {
    if (isFound) showFound()
  }, [isFound])
}

/** @param isPast whether a replay is shown */
export function usePickupActions(isPast: boolean) {
  const { store, changeWidening } = usePage()
  const address = useAddress()
  const actions = useAddressActions()
  const { pickup, panel } = address

  return {
    setPlacing: (isPlacing: boolean) => store.setState({ isPlacing }),
    /** @returns false when no click was awaited that would move the point */
    stopPlacing(): boolean {
      const { isPlacing } = store.getState()
      store.setState({ isPlacing: false })
      return isPlacing && panel === 'pickup'
    },
    /** @param needs of a booking; those of the board stay without */
    set(position: Position, needs?: BookedNeeds): void {
      store.setState({ isPlacing: false })
      if (!isPast) changeWidening({ kind: 'begin', point: formatPosition(position) })
      void actions.setPickup(position, !isPast, needs)
    },
    setNeeds(change: Partial<Needs>): void {
      if (panel === 'pickup' && pickup && isCentred(address))
        changeWidening({ kind: 'needs-changed', point: formatPosition(pickup) })
      void actions.setNeeds(change)
    },
    searchRound(): void {
      if (!pickup) return
      changeWidening({ kind: 'begin', point: formatPosition(pickup) })
      void actions.setPickup(pickup, true)
    },
  }
}

/** Whether a click on the map sets the pick-up point. */
export function useIsPlacing({ panel, pickup }: Address): boolean {
  const isMoving = usePageState((state) => state.isPlacing)
  return panel === 'pickup' && (isMoving || pickup === null)
}
