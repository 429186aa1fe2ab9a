import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from '@/components/search/list/selection'
import { loadedLater } from '@/components/ui/on-demand'
import { type RoadKind, type RoadPath, roadKindOf } from '@/lib/api/contract/roads'
import { askRoadTimes, roadPathQuery, vehiclesOfRequest } from '@/lib/api/queries/roads'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { Candidates } from './read-road-times'
import { type RoadReading, unanswered } from './road-times'

const roadReader = loadedLater(() => import('./read-road-times'))

const REFRESH_MS = 4_000

/**
 * Asks again for the newest list, at most every four seconds, and at once for another subject.
 * @param subject null: nothing is asked for. The answer before stays only while its
 * first two parts are the same
 * @param list a new object whenever there is something to ask anew
 */
export function useRefreshed<T>(
  subject: readonly [name: string, of: unknown, ...rest: readonly unknown[]] | null,
  list: unknown,
  ask: (signal: AbortSignal) => Promise<T>,
) {
  const [name, of] = subject ?? []
  const asked = useRef<unknown>(null)
  const { data, isError, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['roads', ...(subject ?? [])],
    queryFn({ signal }) {
      asked.current = list
      return ask(signal)
    },
    enabled: subject !== null,
    placeholderData: (before, query) =>
      query?.queryKey[1] === name && query?.queryKey[2] === of ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  const answeredAtMs = Math.max(dataUpdatedAt, errorUpdatedAt)
  const isAsked = subject !== null
  useEffect(() => {
    if (!isAsked || asked.current === list) return
    const waitMs = Math.max(0, answeredAtMs + REFRESH_MS - Date.now())
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), waitMs)
    return () => clearTimeout(timer)
  }, [isAsked, list, answeredAtMs, refetch])
  return { data, isError }
}

/**
 * By code that is loaded for them.
 * @param candidates null: none are asked for; those of another subject at once
 */
export function useRoadTimes(
  candidates: (Candidates & { readonly subject: string }) | null,
): RoadReading | null {
  const { point = nowhere, subject } = candidates ?? {}
  const { data, isError } = useRefreshed(
    candidates && ['times', formatPosition(point), subject],
    candidates,
    async (signal) => {
      const { readRoadTimes } = await roadReader()
      if (!candidates) throw new Error('No vehicles to ask for')
      return readRoadTimes(candidates, (vehicles) =>
        askRoadTimes({ to: point, ...vehiclesOfRequest(vehicles) }, signal),
      )
    },
  )
  const ready = useRef<RoadReading | null>(null)
  if (data?.state === 'ready') ready.current = data
  const state = isError ? 'unanswered' : data?.state
  return useMemo(() => {
    if (state === undefined || (data?.state === state && (state === 'ready' || state === 'none')))
      return data ?? null
    return unanswered(point, ready.current, state)
  }, [data, state, point])
}

/** A vehicle that has moved farther than this has another path. */
const MOVED_METRES = 50

type Asked = {
  readonly id: string
  readonly from: Position
  readonly to: Position
  readonly kind: RoadKind
}

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
