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
  const names = [...(kept.data?.values() ?? [])].map(({ our_ref }) => our_ref)
  const found = (asked.data ?? []).map((vehicle) => vehicle.ourRef)
  const known = new Set([...found, ...names].filter((name) => name !== null))
  return [...known].filter((name) => mayHaveBeen(ourRef, name)).slice(0, MOST_OFFERED)
}
