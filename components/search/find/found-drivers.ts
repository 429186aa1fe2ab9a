import { call } from '@/lib/api/client/call'
import { describeError } from '@/lib/api/client/errors'
import { FOUND_MAXIMUM, type FoundDriver, type FoundDrivers } from '@/lib/api/contract/places'
import { shownName, type VehicleName } from '@/lib/api/queries/names'
import { fits } from '@/lib/format/name-fit'
import { counted } from '@/lib/format/number'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { Suggestion } from './suggestions'

type Area = Pick<LiveArea, 'table'>

export interface DriverAnswer {
  /** Null where they could not be searched. */
  readonly suggestions: readonly Suggestion[] | null
  /** Below the suggestions; null for nothing to say. */
  readonly foot: string | null
}

/** Vehicles by their drivers, out of the server's directory. It never rejects. */
export async function findDrivers(
  text: string,
  area: Area | null,
  first: keyof VehicleName,
): Promise<DriverAnswer> {
  try {
    const found = await call('POST /api/find/drivers', {}, { text })
    const suggestions = found.vehicles.map((one) => driverSuggestion(one, area, first))
    return { suggestions, foot: footOf(found) }
  } catch (error) {
    const { title } = describeError(error as Error)
    return { suggestions: null, foot: `Drivers could not be searched. ${title}.` }
  }
}

function footOf({ vehicles, unread }: FoundDrivers): string | null {
  const sentences: string[] = []
  if (vehicles.length === 0) sentences.push('No driver or number found.')
  if (vehicles.length === FOUND_MAXIMUM) sentences.push('There may be more: type more letters.')
  if (unread > 0) sentences.push(`Drivers of ${counted(unread, 'vehicle')} are not loaded yet.`)
  return sentences.length > 0 ? sentences.join(' ') : null
}

export function driverSuggestion(
  { id, name, phone, ourRef, licencePlate }: FoundDriver,
  area: Area | null,
  first: keyof VehicleName,
): Suggestion {
  const listed = area?.table.get(id) ?? null
  const vehicle = shownName({ our_ref: ourRef, licence_plate: licencePlate }, first) ?? id
  const facts = [`Driver of ${vehicle}`]
  if (name !== null && phone !== null) facts.push(phone)
  if (area && !listed) facts.push('not in the loaded area')
  return {
    key: `driver ${id}`,
    kind: 'vehicle',
    id,
    name: name ?? phone ?? vehicle,
    source: facts.join(' · '),
    fit: fits.callSign,
    position: listed?.position ?? null,
  }
}
