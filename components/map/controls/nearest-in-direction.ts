import { wayX, worldX, worldY } from '@/components/map/canvas/mercator'
import type { MapVehicles } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'

export type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * The shown vehicle nearest in a direction as the map shows it: within 45° of it, across ±180° where that is nearer.
 * @param from id of a vehicle, shown or not, or a position
 * @returns its id; null when there is none that way, or `from` is unknown or has no position
 */
export function nearestInDirection(
  { records, shown }: Pick<MapVehicles, 'records' | 'shown'>,
  from: string | Position,
  direction: Direction,
): string | null {
  const start = typeof from === 'string' ? records.find(({ id }) => id === from)?.position : from
  if (!start) return null
  const [fromX, fromY] = [worldX(start.lng), worldY(start.lat)]
  const vertical = direction === 'up' || direction === 'down'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  let nearest: string | null = null
  let nearestSquare = Number.POSITIVE_INFINITY
  for (const index of shown) {
    const record = records[index]
    if (!record?.position || record.id === from) continue
    const dx = wayX(fromX, worldX(record.position.lng))
    const dy = worldY(record.position.lat) - fromY
    const ahead = sign * (vertical ? dy : dx)
    if (ahead <= 0 || Math.abs(vertical ? dx : dy) > ahead) continue
    const square = dx * dx + dy * dy
    if (square > nearestSquare || (square === nearestSquare && nearest !== null && nearest < record.id))
      continue
    nearest = record.id
    nearestSquare = square
  }
  return nearest
}
