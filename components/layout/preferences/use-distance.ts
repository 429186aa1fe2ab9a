import { distanceFormat, type FormatDistance } from '@/lib/format/position/distance'
import { usePreferences } from './preferences'

/** Formats metres in the chosen units. The same function until they change. */
export function useDistance(): FormatDistance {
  return distanceFormat(usePreferences().units)
}
