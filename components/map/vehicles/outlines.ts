import { worldX, worldY } from '@/components/map/canvas/mercator'
import type { OutlinedVehicle } from '@/components/map/types'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'

/** An outlined vehicle in Web Mercator shares of the world. */
export interface Outline {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Index in STATUS_STYLES. */
  readonly style: number
}

export function projectOutlines(vehicles: readonly OutlinedVehicle[]): Outline[] {
  return vehicles.map(({ id, position, status }) => ({
    id,
    x: worldX(position.lng),
    y: worldY(position.lat),
    style: STATUS_STYLES.indexOf(statusStyle(status)),
  }))
}
