'use client'

import { useMemo } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { TrailMap } from '@/components/map/maps'
import type { TrailMark } from '@/components/map/types'
import { MapWithTiles } from '@/components/record/map-with-tiles'
import type { Position } from '@/lib/interface/resources'
import type { Leg, Trail } from '@/lib/trail/legs'

/** Numbers of the stops in the table and on the map, by index of the leg. */
export function stopNumbers(legs: readonly Leg[]): ReadonlyMap<number, number> {
  const stops = legs.flatMap((leg, index) => (leg.kind === 'stop' ? [index] : []))
  return new Map(stops.map((index, n) => [index, n + 1]))
}

/** The lines of a trail, its stops and its ends. */
export function LegsMap({
  trail,
  chosen,
  label,
}: {
  readonly trail: Trail
  readonly chosen: number | null
  readonly label: string
}) {
  const { units } = usePreferences()
  const lines = useMemo(() => trail.pieces.map(({ points }) => points), [trail])
  const marks = useMemo(() => marksOf(trail), [trail])
  const positions = useMemo(() => {
    const leg = chosen === null ? undefined : trail.legs[chosen]
    return leg ? positionsOf(leg) : null
  }, [trail, chosen])
  return (
    <MapWithTiles>
      {(tiles) => <TrailMap {...{ label, units, lines, marks, tiles }} circle={null} chosen={positions} />}
    </MapWithTiles>
  )
}

function marksOf({ legs, pieces }: Trail): TrailMark[] {
  const numbers = stopNumbers(legs)
  const stops = legs.flatMap((leg, index) => {
    if (leg.kind !== 'stop') return []
    const number = numbers.get(index)
    return [{ position: leg.position, label: `Stop ${number}`, sign: String(number) }]
  })
  const [first, last] = [pieces[0]?.points[0], pieces.at(-1)?.points.at(-1)]
  const ends = [
    ...(first ? [{ position: first, label: 'Beginning', sign: 'A' }] : []),
    ...(last ? [{ position: last, label: 'End', sign: 'B' }] : []),
  ]
  // A stop at an end has its own mark there.
  const isStop = ({ position }: TrailMark, at: 'first' | 'last') => {
    const leg =
      at === 'first'
        ? legs.find(({ kind }) => kind !== 'break')
        : legs.findLast(({ kind }) => kind !== 'break')
    return leg?.kind === 'stop' && position !== null
  }
  return [...ends.filter((end) => !isStop(end, end.sign === 'A' ? 'first' : 'last')), ...stops]
}

/** Positions that are shown once a leg is chosen; null for a break. */
export function positionsOf(leg: Leg): readonly Position[] | null {
  if (leg.kind === 'break') return null
  return leg.kind === 'stop' ? [leg.position] : leg.points
}
