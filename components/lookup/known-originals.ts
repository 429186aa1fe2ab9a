import { useQuery } from '@tanstack/react-query'
import { SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { vehicleNamesQuery } from '@/lib/api/queries/names'
import { findVehiclesQuery } from '@/lib/api/queries/places'
import { mayHaveBeen, partKept, spreadsheetChange } from '@/lib/format/spreadsheet-changes'

const MOST_OFFERED = 3

/** References that Kerbside knows, of which a spreadsheet may have made this one. */
export function useKnownOriginals(ourRef: string): string[] {
  const text = partKept(ourRef)
  const isChanged = /^\d+$/.test(text) || spreadsheetChange(ourRef) !== null
  const asked = useQuery({
    ...findVehiclesQuery(text),
    enabled: isChanged && text.length <= SEARCH_TEXT_MAXIMUM,
  })
  const kept = useQuery(vehicleNamesQuery)
  const found = asked.data ?? []
  const known = new Set<string>()
  for (const vehicle of found) {
    if (vehicle.ourRef !== null) known.add(vehicle.ourRef)
  }
  for (const { our_ref } of kept.data?.values() ?? []) {
    if (our_ref !== null) known.add(our_ref)
  }
  const originals = [...known].filter((name) => mayHaveBeen(ourRef, name))
  return originals.slice(0, MOST_OFFERED)
}
