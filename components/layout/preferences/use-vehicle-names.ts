import { useNamesShownBy, type VehicleNames } from '@/lib/api/queries/names'
import { usePreferences } from './preferences'

/**
 * Names of vehicles, the preferred one first. The same object until a name
 * or the preference changes.
 */
export function useVehicleNames(): VehicleNames {
  return useNamesShownBy(usePreferences().name)
}
