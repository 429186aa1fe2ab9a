import { describeError } from '@/lib/api/client/errors'
import type { Found } from '@/lib/api/contract/places'
import { counted } from '@/lib/format/number'

/** State of the search for a text. */
export interface FindState {
  /** The answer to this text; null until it is there. */
  readonly found: Pick<Found, 'index' | 'geocoder'> | null
  /** Failure of the request; null without one. */
  readonly error: Error | null
  readonly count: number
  /** Vehicles of the list whose call signs are not read yet. */
  readonly unread: number
}

/** Below the suggestions: sources not searched, and advice where nothing was found. Null for nothing to say. */
export function footInWords({ found, error, count, unread }: FindState): string | null {
  if (error) return `${describeError(error).title}. Only loaded vehicles and saved areas were searched.`
  if (!found) return count === 0 ? 'Searching …' : null
  const hasPlaces = found.index !== 'none' || found.geocoder !== 'none'
  const sentences = [
    count > 0 ? null : 'Nothing found.',
    count > 0 || unread === 0
      ? null
      : `${counted(unread, 'call sign')} ${unread === 1 ? 'is' : 'are'} not read yet.`,
    found.index === 'building' ? 'Address index is being built.' : null,
    found.index === 'failed'
      ? 'The addresses of the map cannot be searched. If this continues, contact your administrator.'
      : null,
    found.geocoder === 'failed' ? 'The geocoder did not answer.' : null,
    count > 0 ? null : hasPlaces ? WITH_PLACES : WITHOUT_PLACES,
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ') || null
}

const WITH_PLACES =
  'Type a street with a number, a crossing as “street / street”, a place, a call sign, a plate or a position.'
const WITHOUT_PLACES = 'Type a call sign, a plate, a saved area or a position: this map has no addresses.'

/** For screen readers, once the answer is there. */
export function announcementOf(state: FindState): string {
  if (!state.found && !state.error) return ''
  return [state.count > 0 ? `${counted(state.count, 'suggestion')}.` : null, footInWords(state)]
    .filter((sentence) => sentence !== null)
    .join(' ')
}
