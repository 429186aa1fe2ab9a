import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { Emphasis } from '@/components/map/types'
import type { SearchState } from '@/components/search/view/search-state'
import { AGEING_STEP_MS, type LiveView } from '@/components/search/view/use-live-view'
import type { RoadAnswer } from '@/lib/api/contract/roads'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { isProvisional } from '@/lib/live/client/live-area'
import { FITS_WANTED, MOST_STEPS, nextStep, rankByAir, suitability } from './pickup-ranking'
import { type RoadRanking, rankByRoad } from './road-times'
import { useRoadPath, useRoadTimes } from './use-roads'

/** Before the next radius: a digit may follow the one just typed. */
const STEP_DELAY_MS = 600

interface Widening {
  /** The point that is searched round. */
  readonly of: string
  /** Left of MOST_STEPS, also after other needs. */
  readonly stepsLeft: number
  /** `ended`: what it found is shown as soon as the times by road are there. */
  readonly phase: 'on' | 'ended' | 'shown'
  /** False once the map was dragged, where it stays. */
  readonly movesMap: boolean
}

/**
 * @param show called with the point and the vehicles numbered, once the search
 * round the point has ended
 */
export function usePickup(
  state: SearchState,
  view: LiveView,
  maxAgeMinutes: number,
  show: (positions: readonly Position[]) => void,
) {
  const { pickup, needs, search, panel } = state
  const { rows, live, pastMs } = view
  const { area } = live
  const point = panel === 'pickup' ? pickup : null
  const nowMs = useNow(AGEING_STEP_MS)
  const hasStatuses = view.counts?.status.some(([status]) => status !== '') ?? true
  const terms = useMemo(
    () => ({
      needs,
      hasStatuses,
      maxAgeMs: maxAgeMinutes === 0 ? Number.POSITIVE_INFINITY : maxAgeMinutes * 60_000,
    }),
    [needs, hasStatuses, maxAgeMinutes],
  )
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
  const [wantsPlacing, setPlacing] = useState(false)

  const isCentred = pickup !== null && formatPosition(pickup) === formatPosition(search.position)
  const [widening, setWidening] = useState<Widening | null>(null)
  const change = (part: Partial<Widening>) => setWidening((now) => now && { ...now, ...part })
  const isOfPoint = point !== null && widening?.of === formatPosition(point)
  const begin = (round: Position, stepsLeft = MOST_STEPS) =>
    setWidening({ of: formatPosition(round), stepsLeft, phase: 'on', movesMap: true })
  const asked = useRef(needs)
  const beginAgain = useEffectEvent(() => {
    if (point && isCentred) begin(point, isOfPoint ? widening.stepsLeft : MOST_STEPS)
  })
  useEffect(() => {
    if (asked.current !== needs) beginAgain()
    asked.current = needs
  }, [needs])

  const numberedPositions = () =>
    emphasis?.numbered.flatMap((slot) => area?.table.records[slot]?.position ?? []) ?? []
  // The order by road names other vehicles than that by air.
  const isFound = isOfPoint && widening.phase === 'ended' && roads !== null && emphasis !== null
  const showFound = useEffectEvent(() => {
    change({ phase: 'shown' })
    if (point && widening?.movesMap) show([point, ...numberedPositions()])
  })
  useEffect(() => {
    if (isFound) showFound()
  }, [isFound])

  const meta = area?.meta
  const next =
    live.replay || !isOfPoint || !isCentred || widening.phase !== 'on'
      ? null
      : nextStep(search.radius, widening.stepsLeft, {
          isRead: meta !== undefined && live.progress === null && !isProvisional(meta),
          isWhole: meta?.incomplete === null && meta.failure === null,
          suitable: ranking?.suitable ?? 0,
        })
  const widen = useEffectEvent((radius: number) => {
    change({ stepsLeft: (widening?.stepsLeft ?? 0) - 1 })
    void state.widenSearch(radius, widening?.movesMap ?? true)
  })
  const end = useEffectEvent(() => change({ phase: 'ended' }))
  useEffect(() => {
    if (next === 'done') return end()
    if (next === 'wait' || next === null) return
    const timer = setTimeout(() => widen(next), STEP_DELAY_MS)
    return () => clearTimeout(timer)
  }, [next])

  return {
    /** Null while the board is closed, without a point or without a list. */
    ranking,
    /** The last answer about roads for this point; null before. */
    roads,
    path,
    timeOf(id: string): RoadAnswer | null {
      const vehicle = area?.table.get(id)
      const answer = vehicle ? (ranking?.answerOf(vehicle) ?? null) : null
      return answer ?? (id === view.selection?.vehicle.id ? path : null)
    },
    numberedPositions,
    /** Conditions of the ranking, also while the board is closed. */
    terms,
    isCentred,
    isWidening: next === 'wait' || typeof next === 'number',
    emphasis,
    numberOf(id: string): number | null {
      const at = emphasis?.numbered.indexOf(area?.table.slotOf(id) ?? -1) ?? -1
      return at < 0 ? null : at + 1
    },
    isPlacing: panel === 'pickup' && (wantsPlacing || pickup === null),
    setPlacing,
    /** @returns false when no click was awaited that would move the point */
    stopPlacing() {
      setPlacing(false)
      return wantsPlacing && panel === 'pickup'
    },
    keepMap: () => widening?.movesMap && change({ movesMap: false }),
    set(at: Position) {
      setPlacing(false)
      if (live.replay) return void state.setPickupOnly(at)
      begin(at)
      void state.setPickup(at)
    },
    searchRound() {
      if (!pickup) return
      begin(pickup)
      void state.goTo({ position: pickup })
    },
  }
}

/** The first suitable vehicles numbered, the others dimmed. @param size number of slots */
function emphasisOf({ rows, suitable }: RoadRanking, size: number): Emphasis {
  const dimmed = new Uint8Array(size)
  for (const slot of rows.subarray(suitable)) dimmed[slot] = 1
  return { numbered: [...rows.subarray(0, Math.min(FITS_WANTED, suitable))], dimmed }
}

export type Pickup = ReturnType<typeof usePickup>
