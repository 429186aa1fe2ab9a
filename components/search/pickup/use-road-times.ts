'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadedLater, untilLoaded } from '@/components/ui/on-demand'
import { formatPosition } from '@/lib/interface/position'
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
