import { useEffect, useMemo, useRef } from 'react'
import { Popup, useMap } from 'react-leaflet'
import type { Circle, Covers } from '@/components/map/types'
import { Button } from '@/components/ui/button'
import { nearWords } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { revealElement } from './reveal'
import { useNearestCopy } from './use-nearest-copy'
import { showCircle } from './view-sync'

interface Actions {
  readonly position: Position
  /** The address or street near it; null while unknown. */
  readonly near: string | null
  /** Of the offered search, metres. */
  readonly radius: number
  /** Why no search is offered; null where it is. */
  readonly noSearch: string | null
  readonly onSearch: (circle: Circle) => void
  readonly onPickup: ((position: Position) => void) | undefined
  readonly onClose: () => void
  readonly covers: Covers
}

/** Actions for a clicked position without a vehicle. Moves the map when it opens, and not again. */
export function GroundPopup(props: Actions) {
  const { position, near, noSearch, onClose } = props
  const here = useNearestCopy(position)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // Leaflet lays out a popup again whenever its content is another object.
  const content = useMemo(
    () => <Content position={position} near={near} noSearch={noSearch} latest={latest} />,
    [position, near, noSearch],
  )
  return (
    <Popup position={here} autoPan={false} eventHandlers={{ remove: onClose }}>
      {content}
    </Popup>
  )
}

function Content({
  position,
  near,
  noSearch,
  latest,
}: Pick<Actions, 'position' | 'near' | 'noSearch'> & {
  readonly latest: { readonly current: Actions }
}) {
  const map = useMap()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the popup has taken its size.
    const request = requestAnimationFrame(() => {
      const popup = element.current?.closest('.leaflet-popup')
      if (popup) revealElement(map, popup, latest.current.covers)
    })
    return () => cancelAnimationFrame(request)
  }, [map, latest])
  const close = () => {
    // A removed button would leave the focus to the page.
    if (element.current?.contains(document.activeElement)) map.getContainer().focus()
    latest.current.onClose()
  }
  const search = () => {
    const { radius, onSearch } = latest.current
    close()
    onSearch({ position, radius })
    showCircle(map, { position, radius })
  }
  const pickUp = () => {
    const { onPickup } = latest.current
    close()
    onPickup?.(position)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of its buttons
    <div
      ref={element}
      className="flex flex-col gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The page would close the selection.
        event.stopPropagation()
        close()
      }}
    >
      <p className="m-0! font-semibold first-letter:uppercase" title={formatPosition(position)}>
        {near === null ? formatPosition(position) : nearWords(near)}
      </p>
      {noSearch === null ? (
        <Button variant="primary" onClick={search}>
          Search here
        </Button>
      ) : (
        <p className="m-0!">{noSearch}</p>
      )}
      {latest.current.onPickup ? <Button onClick={pickUp}>Pick up here</Button> : null}
    </div>
  )
}
