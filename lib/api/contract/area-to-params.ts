import { formatPosition } from '@/lib/interface/position'
import type { AreaSearch } from './live'

/** An area as URL parameters, unique to it, as the routes of live areas and recordings take them. */
export function areaToParams({ position, radius, type }: AreaSearch): URLSearchParams {
  const params = new URLSearchParams({ position: formatPosition(position), radius: String(radius) })
  if (type !== null) params.set('type', type)
  return params
}
