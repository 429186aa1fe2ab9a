import { wayX, worldX, worldY } from '@/components/map/projection'
import type { MapVehicles } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'

/** An arrow key. */
export type Direction = 'up' | 'down' | 'left' | 'right'

/**
 * The id of the nearest shown vehicle within 45° of a direction on the map, across ±180° where that is nearer; null
 * for none, and from an unknown position.
 */
export function nearestInDirection(
  { table: { records }, shown }: Pick<MapVehicles, 'table' | 'shown'>,
  from: Position | null,
  direction: Direction,
): string | null {
  if (from === null) return null
  const [fromX, fromY] = [worldX(from.lng), worldY(from.lat)]
  const vertical = direction === 'up' || direction === 'down'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  let nearest: string | null = null
  let nearestSquare = Number.POSITIVE_INFINITY
  for (const slot of shown) {
    const record = records[slot]
    if (!record?.position) continue
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
