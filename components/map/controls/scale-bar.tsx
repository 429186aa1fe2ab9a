import { ScaleControl } from 'react-leaflet'
import type { Units } from '@/lib/format/position/distance'

export function ScaleBar({ units }: { readonly units: Units }) {
  const isMetric = units === 'kilometres'
  // Leaflet reads the options once.
  return <ScaleControl key={units} position="bottomright" metric={isMetric} imperial={!isMetric} />
}
