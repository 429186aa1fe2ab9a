'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Selection } from '@/components/search/list/selection'
import { loadedLater, untilLoaded } from '@/components/ui/on-demand'
import { type RoadKind, roadKindOf } from '@/lib/api/contract/road-limits'
import type { RoadPath } from '@/lib/api/contract/roads'
import { roadPathQuery } from '@/lib/api/queries/places/road-path'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { Candidates, createRoadReader } from './read-road-times'
import type { RoadReading } from './road-times'

const roadReader = loadedLater(() => import('./read-road-times'))

/** Times by road of the suitable vehicles, by code that is loaded for them. @param candidates null: none are asked for */
export function useRoadTimes(candidates: Candidates | null): RoadReading | null {
  const client = useQueryClient()
  const [reader, setReader] = useState<ReturnType<typeof createRoadReader> | null>(null)
  const [reading, setReading] = useState<RoadReading | null>(null)
  const isWanted = candidates !== null
  useEffect(() => {
    if (!isWanted) return
    let stop = () => {}
    // Until then, the order stays that by straight line.
    const stopLoading = untilLoaded(roadReader, ({ createRoadReader }) => {
      const created = createRoadReader(client, setReading)
      stop = created.stop
      setReader(created)
    })
    return () => {
      stopLoading()
      stop()
      setReader(null)
    }
  }, [client, isWanted])
  useEffect(() => {
    if (candidates) reader?.request(candidates)
  }, [reader, candidates])
  const { point } = candidates ?? {}
  return reading && point && formatPosition(reading.point) === formatPosition(point) ? reading : null
}

/** A vehicle that has moved farther than this has another path. */
const MOVED_METRES = 50

interface Asked {
  readonly id: string
  readonly from: Position
  readonly to: Position
  readonly kind: RoadKind
}

/** The way of the selected vehicle to the pick-up point; null without one of them. */
export function useRoadPath(selection: Selection | null, point: Position | null): RoadPath['path'] {
  const [asked, setAsked] = useState<Asked | null>(null)
  const next = nextAsked(selection, point, asked)
  if (next !== asked) setAsked(next)
  const { id = '', from = nowhere, to = nowhere, kind = 'car' } = next ?? {}
  const { data } = useQuery({ ...roadPathQuery(id, from, to, kind), enabled: next !== null })
  return next === null ? null : (data?.path ?? null)
}

const nowhere: Position = { lat: 0, lng: 0 }

/** The next question; the same object while the vehicle is near where it was asked for. */
export function nextAsked(
  selection: Selection | null,
  to: Position | null,
  asked: Asked | null,
): Asked | null {
  const { id, position: from, type } = selection?.vehicle ?? {}
  if (!selection?.isListed || id === undefined || !from || !to) return null
  const isSame = asked?.id === id && asked.to.lat === to.lat && asked.to.lng === to.lng
  if (isSame && distanceMetres(asked.from, from) <= MOVED_METRES) return asked
  return { id, from, to, kind: roadKindOf(type) }
}
