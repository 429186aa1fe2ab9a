'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { saveMapView } from '@/components/layout/map-view'

/** Saves the map's address for links of other pages. */
export function SavedView() {
  const address = useSearchParams()
  useEffect(() => saveMapView(new URLSearchParams(address)), [address])
  return null
}
