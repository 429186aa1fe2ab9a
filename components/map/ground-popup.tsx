'use client'

import { Popup } from 'react-leaflet'
import { Button } from '@/components/ui/button'
import { formatPosition } from '@/lib/schema/position'
import type { Position } from '@/lib/schema/resources'
import { useNearestCopy } from './use-nearest-copy'

/** What can be done at a place where nothing stands. */
export function GroundPopup({
  position,
  onSearch,
  onPickup,
  onClose,
}: {
  readonly position: Position
  readonly onSearch: (position: Position) => void
  readonly onPickup: ((position: Position) => void) | undefined
  readonly onClose: () => void
}) {
  const here = useNearestCopy(position)
  const action = (act: (position: Position) => void) => () => {
    onClose()
    act(position)
  }
  return (
    <Popup position={here} eventHandlers={{ remove: onClose }}>
      <div className="flex flex-col gap-2">
        <span>{formatPosition(position)}</span>
        <Button variant="primary" onClick={action(onSearch)}>
          Search here
        </Button>
        {onPickup ? <Button onClick={action(onPickup)}>Pick up here</Button> : null}
      </div>
    </Popup>
  )
}
