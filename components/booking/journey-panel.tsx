import { useDistance } from '@/components/layout/preferences/use-distance'
import { FactList } from '@/components/record/facts/fact-list'
import { factsOf } from '@/components/record/facts/facts'
import { useNearName } from '@/components/record/facts/near-place'
import { RecordMap } from '@/components/record/record-map'
import { Panel } from '@/components/ui/panel'
import { nearWords } from '@/lib/format/position/near'
import { safeText } from '@/lib/format/text'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { distanceMetres } from '@/lib/interface/geometry'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'

// Longer ones would overflow the small map; the fields show them in full.
const LONGEST_LABEL = 20

/** Pick-up and drop-off on a map and as fields, with their straight-line distance. */
export function JourneyPanel({ inspected }: { readonly inspected: Inspected<AnyBooking> }) {
  const formatDistance = useDistance()
  const { id, from_position, from_label, to_position, to_label } = inspected.record
  const addresses = [
    ['pick-up', useNearName(from_position, `${id} from_position`)],
    ['drop-off', useNearName(to_position, `${id} to_position`)],
  ] as const
  const near = addresses.flatMap(([end, name]) => (name === null ? [] : `${end} ${nearWords(name)}`))
  const points = [
    { position: from_position, label: from_label, name: 'From', kind: 'from' },
    { position: to_position, label: to_label, name: 'To', kind: 'to' },
  ] as const
  const placed = points.flatMap(({ position, label, name, kind }) =>
    position ? [{ position, kind, label: safeText(label || name, LONGEST_LABEL) }] : [],
  )
  return (
    <Panel title="Journey">
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="h-72 lg:h-80">
          {placed.length > 0 ? (
            <RecordMap
              label={['Map of the journey', ...near].join(', ')}
              points={placed}
              line={placed.length > 1}
            />
          ) : (
            <p className="bg-sunken text-muted grid h-full place-items-center rounded-md p-4 text-sm">
              No position to show
            </p>
          )}
        </div>
        <div className="min-w-0">
          <FactList table={bookingFields} facts={factsOf(bookingFields, 'journey')} inspected={inspected} />
          <p className="border-line border-t pt-2 text-sm">
            {from_position && to_position ? (
              <>
                <strong>{formatDistance(distanceMetres(from_position, to_position))}</strong> in a straight
                line; the road is longer.
              </>
            ) : (
              'No distance: the pick-up or drop-off has no readable position.'
            )}
          </p>
        </div>
      </div>
    </Panel>
  )
}
