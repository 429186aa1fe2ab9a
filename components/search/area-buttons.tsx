'use client'

import { type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { isAway, type Size, visibleCircle } from './away'
import { useSearchPage } from './search-context'

/** Searches the area on the map, unless it is the past, or goes back to the searched one; only while these differ. */
export function AreaButtons({ over }: { readonly over: RefObject<HTMLElement | null> }) {
  const { state, replay } = useSearchPage()
  const { search, view } = state
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const map = over.current?.parentElement
    if (!map) return
    const observer = new ResizeObserver(() => setSize({ width: map.clientWidth, height: map.clientHeight }))
    observer.observe(map)
    return () => observer.disconnect()
  }, [over])
  if (!view || !size || !isAway(search, view, size)) return null
  return (
    <div data-covers-map className="mr-12 ml-auto flex gap-2">
      {/* In the past only recorded areas are shown, and no other circle is one. */}
      {replay.isOn ? null : (
        <Button
          variant="primary"
          className="shadow-raised"
          onClick={() => void state.setSearch(visibleCircle(view, size))}
        >
          Search this area
        </Button>
      )}
      <Button className="shadow-raised" onClick={() => void state.goTo({})}>
        Back to the area
      </Button>
    </div>
  )
}
