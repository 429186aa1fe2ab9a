import type { DepartureReason } from '@/lib/contract/live'
import { keyPhrase } from '@/lib/format/key-words'
import { isolated } from '@/lib/format/text'
import type { DepartedVehicle } from '@/lib/live-client/live-area'

const reasons: Record<DepartureReason, string> = {
  'left-area': 'left the area',
  'status-changed': 'status changed',
  'type-changed': 'type changed',
  'not-found': 'no longer known to the service',
  'not-answered': 'no answer from the service',
  'not-listed': 'still exists, but not listed',
}

/** "status changed to busy"; a general text when the reason is not known. */
export function departureInWords({ reason, now }: Pick<DepartedVehicle, 'reason' | 'now'>): string {
  if (reason === null) return 'no longer in the results'
  const changed = reason === 'status-changed' ? now?.status : reason === 'type-changed' ? now?.type : null
  return changed ? `${reasons[reason]} to ${isolated(keyPhrase(changed, 40))}` : reasons[reason]
}
