import type { ComponentProps, ReactNode } from 'react'
import { useDistance } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { Contact } from '@/components/record/facts/contact'
import { FactList, FactPanel } from '@/components/record/facts/fact-list'
import { FactValue, TimeValue } from '@/components/record/facts/fact-value'
import { namesOf } from '@/components/record/facts/facts'
import { useNearName } from '@/components/record/facts/near-place'
import { Copyable, TextValue } from '@/components/record/facts/string-value'
import { type Received, Technical } from '@/components/record/inspector/technical'
import { RecordMap } from '@/components/record/record-map'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { TwoColumns } from '@/components/ui/two-columns'
import { statusWords } from '@/lib/format/status/status-words'
import { nearWords, safeText } from '@/lib/format/text'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { isStatusWord, reportedStatus } from '@/lib/interface/statuses'
import { parseTime } from '@/lib/interface/times'
import { TotalsChecks, TotalsPanel } from './totals-panel'

const CUSTOMER = ['customer_name', 'customer_phone_number'] as const
const ofCustomer = namesOf(bookingFields, 'customer').filter(
  (name) => !(CUSTOMER as readonly string[]).includes(name),
)
const OF_VEHICLE = ['vehicle_our_ref', 'vehicle_id', 'to_user_id']
// The status is at the top of the page, and so is an error.
const ofRecord = namesOf(bookingFields, 'record').filter((name) => name !== 'status')

export function BookingRecord({
  inspected,
  isWhole = true,
  driver,
  beside,
  after,
  ...opened
}: Pick<Received, 'more' | 'value' | 'losses'> & {
  readonly inspected: Inspected<AnyBooking>
  /**
   * Without the whole booking nothing is said of its journey and totals, and nothing is inspected.
   */
  readonly isWhole?: boolean
  /** Of its vehicle. */
  readonly driver?: ReactNode
  /** Below the record. */
  readonly beside?: ReactNode
  readonly after?: ReactNode
}) {
  const { error, totals } = inspected.record
  const { unreadable } = inspected
  const status = reportedStatus({ status: inspected.record.status, unreadable })
  const list = { table: bookingFields, inspected }
  const isErrorShown = Boolean(error)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span
          title={isStatusWord(status) ? safeText(status) : undefined}
          className="bg-surface border-line-strong inline-flex items-center gap-1.5 rounded-full border px-3 py-1 font-semibold [overflow-wrap:anywhere]"
        >
          <StatusMark status={status} isOfBooking />
          <bdi>{statusWords(status, 80)}</bdi>
        </span>
      </p>
      {error ? (
        <Notice tone="danger" title="This booking failed">
          <TextValue text={error} />
        </Notice>
      ) : null}
      {isWhole ? <JourneyPanel inspected={inspected} /> : null}
      <TwoColumns
        first={
          <>
            <Panel title="Customer">
              <div className="mb-2">
                <Contact fields={CUSTOMER} {...list} />
              </div>
              <FactList names={ofCustomer} {...list} />
            </Panel>
            <Panel title="Vehicle">
              {driver ? <div className="mb-2">{driver}</div> : null}
              <FactList names={OF_VEHICLE} {...list} />
            </Panel>
            {beside}
          </>
        }
        second={
          <>
            {isWhole ? <TotalsPanel inspected={inspected} /> : null}
            <FactPanel
              title="Record"
              names={ofRecord.filter((name) => name !== 'error' || !isErrorShown)}
              {...list}
            />
          </>
        }
      />
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
      <div className="grid items-stretch gap-4 md:grid-cols-2">
        <ol className="flex min-w-0 flex-col gap-4">
          <Stop
            sign={<span className={`${SIGN} rounded-full`}>A</span>}
            title="Pick-up"
            time={<PickUpTime inspected={inspected} />}
            fields={['from_label', 'from_position']}
            inspected={inspected}
          />
          <Stop
            sign={<span className={`${SIGN} rounded-sm`}>B</span>}
            title="Drop-off"
            fields={['to_label', 'to_position']}
            inspected={inspected}
          />
          <li className="border-line text-muted border-t pt-3 text-sm">
            {from_position && to_position ? (
              <>
                <strong className="text-text font-semibold">
                  {formatDistance(distanceMetres(from_position, to_position))}
                </strong>{' '}
                in a straight line; the road is longer.
              </>
            ) : (
              'No distance: the pick-up or drop-off has no readable position.'
            )}
          </li>
        </ol>
        <div className="h-72 md:h-full md:min-h-64">
          <RecordMap
            label={['Map of the journey', ...near].join(', ')}
            points={placed}
            line={placed.length > 1}
          />
        </div>
      </div>
    </Panel>
  )
}

/** The same signs as on the map. */
const SIGN =
  'bg-accent text-on-accent grid size-6 shrink-0 place-items-center text-xs font-semibold'

function Stop({
  sign,
  title,
  time,
  fields: [label, position],
  inspected,
}: {
  readonly sign: ReactNode
  readonly title: string
  readonly time?: ReactNode
  /** Of the address and the position. */
  readonly fields: readonly [
    label: 'from_label' | 'to_label',
    position: 'from_position' | 'to_position',
  ]
  readonly inspected: Inspected<AnyBooking>
}) {
  return (
    <li className="flex min-w-0 gap-3">
      {sign}
      <div className="flex min-w-0 flex-col gap-0.5">
        <h3 className="text-muted text-xs leading-6">{title}</h3>
        {time ? <p className="text-lg font-semibold">{time}</p> : null}
        <div className="min-w-0 font-semibold">
          <FactValue name={label} table={bookingFields} inspected={inspected} />
        </div>
        <div className="text-muted min-w-0 text-sm">
          <Place fields={[label, position]} inspected={inspected} />
        </div>
      </div>
    </li>
  )
}

/** Coordinates beside an address; without one, the address near them. */
function Place({
  fields: [label, position],
  inspected,
}: Pick<ComponentProps<typeof Stop>, 'fields' | 'inspected'>) {
  const given = inspected.record[position]
  if (given === null || !inspected.record[label])
    return <FactValue name={position} table={bookingFields} inspected={inspected} />
  const text = formatPosition(given)
  return <Copyable text={text}>{text.replace(',', ', ')}</Copyable>
}

/** A time in the chosen zone, or the word that came: "Now". */
function PickUpTime({ inspected }: { readonly inspected: Inspected<AnyBooking> }) {
  const { when } = inspected.record
  if (when && parseTime(when)) return <TimeValue text={when} />
  return <FactValue name="when" table={bookingFields} inspected={inspected} />
}
