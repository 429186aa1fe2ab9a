import type { DepartureReason } from '@/lib/contract/live'
import { safeText } from '@/lib/format/text'
import type { DepartedVehicle } from '@/lib/live-client/live-area'

/** Why a vehicle is no longer among the results, in a dispatcher's words. */
const reasons: Record<DepartureReason, string> = {
  'left-area': 'left the area',
  'status-changed': 'its status changed',
  'type-changed': 'its type changed',
  'not-found': 'the service no longer knows it',
  'not-answered': 'the service did not answer for it',
  'not-listed': 'still there, but not listed',
}

/** "its status changed to busy"; says so when the reason is not known. */
export function departureInWords({ reason, now }: Pick<DepartedVehicle, 'reason' | 'now'>): string {
  if (reason === null) return 'no longer in the results'
  const changed = reason === 'status-changed' ? now?.status : reason === 'type-changed' ? now?.type : null
  return changed ? `${reasons[reason]} to ${safeText(changed, 40)}` : reasons[reason]
}
