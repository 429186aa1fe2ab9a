import { worldX, worldY } from '@/components/map/canvas/mercator'
import type { MapDeparted } from '@/components/map/types'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status-style'

/** A ghost as the layer needs it. */
export interface PlacedDeparted {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Index in STATUS_STYLES. */
  readonly style: number
}

export function projectDeparted(ghosts: readonly MapDeparted[]): PlacedDeparted[] {
  return ghosts.map(({ id, position, status }) => ({
    id,
    x: worldX(position.lng),
    y: worldY(position.lat),
    style: STATUS_STYLES.indexOf(statusStyle(status)),
  }))
}
