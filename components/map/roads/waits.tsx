'use client'

import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMap } from 'react-leaflet'
import { resolveColour, useThemeName } from '@/components/map/basemap/use-flavour'
import type { MapWaits } from '@/components/map/types'
import { NO_WAY, WAIT_STEPS } from '@/components/map/wait-steps'
import { WaitLayer } from './wait-layer'
import type { WaitLook } from './wait-painter'

/** Streets by the minutes to the nearest suitable vehicle. Can only be used in a descendant of <MapContainer>. */
export function Waits({ streets, steps }: MapWaits) {
  const map = useMap()
  const theme = useThemeName()
  const look = useMemo(() => readLook(theme), [theme])
  const [layer] = useState(() => new WaitLayer())
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useLayoutEffect(() => layer.setWaits(streets, steps, look), [layer, streets, steps, look])
  return null
}

function readLook(theme: string): WaitLook {
  return {
    colours: [...WAIT_STEPS, NO_WAY].map(({ colour }) => resolveColour(colour)),
    isForced: theme !== 'light' && theme !== 'dark',
  }
}
