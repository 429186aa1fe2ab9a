'use client'

import { Popup, useMap } from 'react-leaflet'
import type { Circle } from '@/components/map/types'
import { Button } from '@/components/ui/button'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { useNearestCopy } from './use-nearest-copy'
import { showCircle } from './view-sync'

/** Actions for a clicked position without a vehicle. */
export function GroundPopup({
  position,
  radius,
  onSearch,
  onPickup,
  onClose,
}: {
  readonly position: Position
  /** Of the offered search, metres. */
  readonly radius: number
  readonly onSearch: (circle: Circle) => void
  readonly onPickup: ((position: Position) => void) | undefined
  readonly onClose: () => void
}) {
  const map = useMap()
  const here = useNearestCopy(position)
  const search = () => {
    onClose()
    onSearch({ position, radius })
    showCircle(map, { position, radius })
  }
  const pickUp = () => {
    onClose()
    onPickup?.(position)
  }
  return (
    <Popup position={here} eventHandlers={{ remove: onClose }}>
      <div className="flex flex-col gap-2">
        <span>{formatPosition(position)}</span>
        <Button variant="primary" onClick={search}>
          Search here
        </Button>
        {onPickup ? <Button onClick={pickUp}>Pick up here</Button> : null}
      </div>
    </Popup>
  )
}
