'use client'

import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/** Gives the print styles the map's size: printed as large as on screen and scaled, it shows the same ground. */
export function PrintSize() {
  const map = useMap()
  useEffect(() => {
    const set = () => {
      const { x, y } = map.getSize()
      const { style } = map.getContainer()
      style.setProperty('--map-width', `${x}px`)
      style.setProperty('--map-height', `${y}px`)
      style.setProperty('--map-scale', String(Math.min(1, PAPER_PX / Math.max(1, x))))
    }
    set()
    map.on('resize', set)
    return () => void map.off('resize', set)
  }, [map])
  return null
}

/** Width of an A4 page between the margins, in CSS pixels. */
const PAPER_PX = 700
