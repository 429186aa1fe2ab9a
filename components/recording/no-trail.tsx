import { Notice } from '@/components/ui/notice'
import type { Trail } from '@/lib/trail/legs'
import { GapList } from './gap-list'

/** Nothing is known of the vehicle in this time. */
export function NoTrail({ legs, called }: { readonly legs: Trail['legs']; readonly called: string }) {
  const breaks = legs.filter((leg) => leg.kind === 'break')
  const isAbsent = breaks.some(({ reason }) => reason === 'absent')
  const gaps = breaks.filter(({ reason }) => reason !== 'absent' && reason !== 'unknown')
  return (
    <Notice title={`No trail of ${called}`}>
      {isAbsent
        ? 'The areas that were recorded at this time did not have it. Choose another time.'
        : gaps.length === 0
          ? 'Nothing is recorded of this time: no area with this vehicle was watched on a map, or the recording is deleted. Choose another time.'
          : null}
      <GapList gaps={gaps} />
    </Notice>
  )
}
