import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDistance } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { FactList, FactPanel } from '@/components/record/facts/fact-list'
import { namesOf } from '@/components/record/facts/facts'
import { useNearName } from '@/components/record/facts/near-place'
import { PhoneNumbers, TextValue } from '@/components/record/facts/string-value'
import { type Received, Technical } from '@/components/record/inspector/technical'
import { RecordMap } from '@/components/record/record-map'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { statusWords } from '@/lib/format/status/status-words'
import { nearWords, safeText } from '@/lib/format/text'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { distanceMetres } from '@/lib/interface/geometry'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { TotalsChecks, TotalsPanel } from './totals-panel'

export function BookingRecord({
  inspected,
  isWhole = true,
  after,
  ...opened
}: Pick<Received, 'more' | 'value' | 'losses'> & {
  readonly inspected: Inspected<AnyBooking>
  /**
   * Without the whole booking nothing is said of its journey and totals, and nothing is inspected.
   */
  readonly isWhole?: boolean
  readonly after?: ReactNode
}) {
  const { error, status, customer_name, customer_phone_number, totals } = inspected.record
  const list = { table: bookingFields, inspected }
  // An error is shown at the top; here only its absence, or an unreadable one.
  const ofRecord = namesOf(bookingFields, 'record').filter((name) => name !== 'error' || !error)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-base">
        <span
          title={status ? safeText(status) : undefined}
          className="bg-surface border-line-strong inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 font-semibold [overflow-wrap:anywhere]"
        >
          <StatusMark status={status} isOfBooking />
          <bdi>{statusWords(status, 80)}</bdi>
        </span>
        {customer_name ? <bdi>{safeText(customer_name, 80)}</bdi> : null}
        {customer_phone_number ? (
          <span className="inline-flex flex-wrap items-center gap-1.5 font-semibold">
            <Phone aria-hidden className="size-4" />
            <PhoneNumbers text={customer_phone_number} />
          </span>
        ) : null}
      </p>
      {error ? (
        <Notice tone="danger" title="Error">
          <TextValue text={error} />
        </Notice>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 items-start gap-4 md:grid-cols-2">
          {isWhole ? (
            <div className="min-w-0 md:col-span-2">
              <JourneyPanel inspected={inspected} />
            </div>
          ) : null}
          <div className="flex min-w-0 flex-col gap-4">
            <FactPanel title="Customer" names={namesOf(bookingFields, 'customer')} {...list} />
            <FactPanel title="Vehicle" names={namesOf(bookingFields, 'vehicle')} {...list} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <FactPanel title="Record" names={ofRecord} {...list} />
          </div>
        </div>
        {isWhole ? <TotalsPanel inspected={inspected} /> : null}
      </div>
      {after}
      {isWhole ? (
        <Technical
          record={{
            kind: 'booking',
            inspected,
            ...opened,
            checks: totals ? <TotalsChecks totals={totals} /> : null,
          }}
        />
      ) : null}
    </>
  )
}

// Longer ones would overflow the small map; the fields show them in full.
const LONGEST_LABEL = 20

function JourneyPanel({ inspected }: { readonly inspected: Inspected<AnyBooking> }) {
  const formatDistance = useDistance()
  const { id, from_position, from_label, to_position, to_label } = inspected.record
  const addresses = [
    ['pick-up', useNearName(from_position, `${id} from_position`)],
    ['drop-off', useNearName(to_position, `${id} to_position`)],
  ] as const
  const near = addresses.flatMap(([end, name]) =>
    name === null ? [] : `${end} ${nearWords(name)}`,
  )
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
          <RecordMap
            label={['Map of the journey', ...near].join(', ')}
            points={placed}
            line={placed.length > 1}
          />
        </div>
        <div className="min-w-0">
          <FactList
            table={bookingFields}
            names={namesOf(bookingFields, 'journey')}
            inspected={inspected}
          />
          <p className="border-line border-t pt-2 text-sm">
            {from_position && to_position ? (
              <>
                <strong>{formatDistance(distanceMetres(from_position, to_position))}</strong> in a
                straight line; the road is longer.
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
