import { call } from '@/lib/api/client/call'
import { describeError } from '@/lib/api/client/errors'
import { FOUND_MAXIMUM, type FoundDriver, type FoundDrivers } from '@/lib/api/contract/places'
import { fits } from '@/lib/format/name-fit'
import { counted } from '@/lib/format/number'
import { shownName, type VehicleName } from '@/lib/interface/vehicle-name'
import type { AreaList } from '@/lib/live/client/live-area'
import type { Suggestion } from './suggestions'

export type DriverAnswer =
  | {
      readonly kind: 'found'
      readonly suggestions: readonly Suggestion[]
      /** Below the suggestions; null for nothing to say. */
      readonly foot: string | null
    }
  | { readonly kind: 'nothing'; readonly foot: string }
  | { readonly kind: 'failed'; readonly foot: string }

/** Parts of a suggestion that the page decides. */
export interface DriverWords {
  readonly area: AreaList | null
  readonly first: keyof VehicleName
  /** "14:05". */
  readonly timeInWords: (epochMs: number) => string
}

/** Vehicles by their drivers, out of the server's directory. It never rejects. */
export async function findDrivers(text: string, words: DriverWords): Promise<DriverAnswer> {
  try {
    const found = await call('POST /api/find/drivers', {}, { text })
    const { vehicles } = found
    if (vehicles.length === 0)
      return { kind: 'nothing', foot: ['No driver or number found.', ...unreadOf(found)].join(' ') }
    const sentences = unreadOf(found)
    if (vehicles.length === FOUND_MAXIMUM)
      sentences.unshift('There may be more: type more letters.')
    return {
      kind: 'found',
      suggestions: vehicles.map((one) => driverSuggestion(one, words)),
      foot: sentences.length > 0 ? sentences.join(' ') : null,
    }
  } catch (error) {
    const { title } = describeError(error as Error)
    return { kind: 'failed', foot: `Drivers could not be searched. ${title}.` }
  }
}

function unreadOf({ unread }: FoundDrivers): string[] {
  return unread > 0 ? [`Drivers of ${counted(unread, 'vehicle')} are not loaded yet.`] : []
}

export function driverSuggestion(
  { id, name, phone, ourRef, licencePlate, readAtMs }: FoundDriver,
  { area, first, timeInWords }: DriverWords,
): Suggestion {
  const listed = area?.table.get(id) ?? null
  const vehicle = shownName({ our_ref: ourRef, licence_plate: licencePlate }, first) ?? id
  const facts = [`Driver of ${vehicle}`]
  if (name !== null && phone !== null) facts.push(phone)
  if (area && !listed) facts.push('not in the loaded area')
  facts.push(`read ${timeInWords(readAtMs)}`)
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
