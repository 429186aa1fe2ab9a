import { wayX, worldX, worldY } from '@/components/map/mercator'
import type { MapVehicles } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'

/**
 * The id of the nearest shown vehicle within 45° of a direction on the map, across ±180° where that
 * is nearer; null for none, and from an unknown position.
 * @param bearing as of an arrow key: 0, 90, 180 or 270
 */
export function nearestInDirection(
  { table: { records }, shown }: Pick<MapVehicles, 'table' | 'shown'>,
  from: Position | null,
  bearing: number,
): string | null {
  if (from === null) return null
  const fromX = worldX(from.lng)
  const fromY = worldY(from.lat)
  const vertical = bearing % 180 === 0
  const sign = bearing === 90 || bearing === 180 ? 1 : -1
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
    if (
      square > nearestSquare ||
      (square === nearestSquare && nearest !== null && nearest < record.id)
    )
      continue
    nearest = record.id
    nearestSquare = square
  }
  return nearest
}
