'use client'

import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useDistances } from '@/components/search/list/rows'
import type { SearchState } from '@/components/search/view/search-state'
import type { LiveView } from '@/components/search/view/use-live-view'
import type { RoadAnswer } from '@/lib/api/contract/roads'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { isProvisional } from '@/lib/live/client/live-area'
import { emphasisOf, MOST_STEPS, nextStep, rankForPickup, reportAges } from './pickup-ranking'
import { rankByRoad } from './road-times'
import { useRoadPath, useRoadTimes } from './use-roads'

/** Reports grow too old also while the list is not refreshed. */
const AGEING_STEP_MS = 10_000

/** Before the next radius: a digit may follow the one just typed. */
const STEP_DELAY_MS = 600

interface Widening {
  /** The point that is searched round. */
  readonly of: string
  /** Left of MOST_STEPS, also after other needs. */
  readonly stepsLeft: number
  readonly isOn: boolean
}

/** The pick-up board's ranking, and the search round its point, which widens by itself. */
export function usePickup(state: SearchState, view: LiveView, maxAgeMinutes: number) {
  const { pickup, needs, search, panel } = state
  const { rows, live, pastMs } = view
  const { area } = live
  const point = panel === 'pickup' ? pickup : null
  const tick = useTick(point !== null)
  const distances = useDistances(point, area)
  const hasStatuses = view.counts?.statuses.some(([status]) => status !== '') ?? true
  const terms = useMemo(
    () => ({
      needs,
      hasStatuses,
      maxAgeMs: maxAgeMinutes === 0 ? Number.POSITIVE_INFINITY : maxAgeMinutes * 60_000,
    }),
    [needs, hasStatuses, maxAgeMinutes],
  )
  const byAir = useMemo(() => {
    // Read for the moment of this ranking.
    void tick
    if (!area || !distances) return null
    const ages = reportAges(area, pastMs ?? Date.now())
    return { ...rankForPickup(rows, area, distances, ages, terms), ages, terms }
  }, [area, distances, rows, terms, tick, pastMs])
  const subject = JSON.stringify([needs, search.radius, live.progress === null])
  const candidates = useMemo(() => {
    if (!point || !area || !byAir || !distances) return null
    const { records } = area.table
    return { point, records, distances, subject, slots: byAir.rows.subarray(0, byAir.suitable) }
  }, [point, area, byAir, distances, subject])
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
  const asked = useRef(needs)
  useEffect(() => {
    if (asked.current === needs) return
    asked.current = needs
    if (!point || !isCentred) return
    const of = formatPosition(point)
    setAwaited(true)
    setWidening((now) =>
      now?.of === of ? { ...now, isOn: true } : { of, stepsLeft: MOST_STEPS, isOn: true },
    )
  }, [needs, point, isCentred])

  const [found, setFound] = useState<readonly Position[] | null>(null)
  const [isAwaited, setAwaited] = useState(false)
  const isDone = point !== null && widening?.of === formatPosition(point) && !widening.isOn
  // The order by road names other vehicles than that by air.
  const numbered = isAwaited && isDone && roads !== null ? emphasis?.numbered : undefined
  useEffect(() => {
    if (!numbered || !point || !area) return
    setAwaited(false)
    setFound([point, ...numbered.flatMap((slot) => area.table.records[slot]?.position ?? [])])
  }, [numbered, point, area])
  const begin = (round: Position) => {
    setAwaited(true)
    setWidening({ of: formatPosition(round), stepsLeft: MOST_STEPS, isOn: true })
  }

  const meta = area?.meta
  const next =
    live.replay || !widening?.isOn || !point || !isCentred || widening.of !== formatPosition(point)
      ? null
      : nextStep({
          radius: search.radius,
          stepsLeft: widening.stepsLeft,
          isRead: meta !== undefined && live.progress === null && !isProvisional(meta),
          isWhole: meta?.incomplete === null && meta.failure === null,
          suitable: ranking?.suitable ?? 0,
        })
  const widen = useEffectEvent((radius: number) => void state.widenSearch(radius))
  useEffect(() => {
    if (next === 'done') return setWidening((now) => now && { ...now, isOn: false })
    if (next === 'wait' || next === null) return
    const timer = setTimeout(() => {
      setWidening((now) => now && { ...now, stepsLeft: now.stepsLeft - 1 })
      widen(next)
    }, STEP_DELAY_MS)
    return () => clearTimeout(timer)
  }, [next])

  return {
    /** Null while the board is closed, without a point or without a list. */
    ranking,
    /** The last answer about roads for this point; null before. */
    roads,
    /** The way of the selected vehicle; null without one. */
    path,
    /** By road from a vehicle to the point; null where it is not known. */
    timeOf(id: string): RoadAnswer | null {
      const vehicle = area?.table.get(id)
      const answer = vehicle ? (ranking?.answerOf(vehicle) ?? null) : null
      return answer ?? (id === view.selection?.vehicle.id ? path : null)
    },
    /** The point and the vehicles numbered, once their search has ended: a new object for each search. */
    found,
    /** Conditions of the ranking, also while the board is closed. */
    terms,
    /** Whether the search has its centre at the point. */
    isCentred,
    isWidening: next === 'wait' || typeof next === 'number',
    /** Null as the ranking. */
    emphasis,
    /** A vehicle's number on the map; null for none. */
    numberOf(id: string): number | null {
      const at = emphasis?.numbered.indexOf(area?.table.slotOf(id) ?? -1) ?? -1
      return at < 0 ? null : at + 1
    },
    /** Whether the next click on the map sets the point. */
    isPlacing: panel === 'pickup' && (wantsPlacing || pickup === null),
    setPlacing,
    /** @returns false when no click was awaited that would move the point */
    stopPlacing() {
      setPlacing(false)
      return wantsPlacing && panel === 'pickup'
    },
    /** Sets the point and searches round it. */
    set(at: Position) {
      setPlacing(false)
      if (live.replay) return void state.setPickupOnly(at)
      begin(at)
      void state.setPickup(at)
    },
    /** Searches round the point, which is elsewhere. */
    searchRound() {
      if (!pickup) return
      begin(pickup)
      void state.goTo({ position: pickup })
    },
  }
}

export type Pickup = ReturnType<typeof usePickup>

function useTick(isOn: boolean): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTick((count) => count + 1), AGEING_STEP_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return tick
}
