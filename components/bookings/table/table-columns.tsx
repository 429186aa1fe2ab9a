import type { ReactNode } from 'react'
import type { Arrival } from '@/components/bookings/table/listed-record'
import {
  useDistance,
  useMinuteFormat,
  usePreferences,
} from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { Absent, Marked, UnreadableCell } from '@/components/record/facts/marks'
import { groups, severitiesInWords } from '@/components/record/inspector/findings'
import type { Column, SortKey } from '@/components/ui/data-table'
import { keyWords } from '@/lib/format/key-words'
import { counted, formatMoney, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import { type SeverityCounts, severities } from '@/lib/inspect/finding'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { asObject, ownValue } from '@/lib/interface/values'
import { type ListedRecord, titleOf } from './listed-record'

// More than the inspector lists for a record.
const MOST_OF_ONE = 10_000

interface Spec {
  readonly className?: string
  readonly isRight?: true
  /** Name of the order, and of its column unless it has a `heading`. */
  readonly label: string
  readonly heading?: string
  readonly key: (record: ListedRecord) => SortKey
  /** Two lines of a record in the column; without them it is an order only. */
  readonly lines?: (record: ListedRecord) => readonly [ReactNode, ReactNode?]
}

const onlyWide = 'max-md:hidden print:table-cell'
/** Of the list, beside its map. */
const ROOMY = '@max-[880px]:hidden print:table-cell'
const VERY_ROOMY = '@max-[1180px]:hidden print:table-cell'

/** Two lines of which a phone shows others: its table has fewer columns. */
function byWidth(wide: ReactNode, phone: ReactNode): ReactNode {
  return (
    <>
      <span className="max-md:hidden print:inline">{wide}</span>
      <span className="md:hidden print:hidden">{phone}</span>
    </>
  )
}

export const sorts: Readonly<Record<string, Spec>> = {
  opened: { label: 'As opened', key: ({ index }) => index },
  when: {
    label: bookingFields.when.label,
    heading: 'Pick-up',
    className: 'max-lg:hidden w-32 @min-[880px]:w-36 print:table-cell',
    key: ({ inspected, whenMs }) => whenMs ?? inspected.record.when,
    lines: ({ inspected, whenMs, arrival }) => [
      <PickUpTime key="when" inspected={inspected} whenMs={whenMs} />,
      arrival ? (
        <span key="received">
          received <Minute ms={arrival.receivedMs} />
        </span>
      ) : null,
    ],
  },
  our_ref: {
    label: bookingFields.our_ref.label,
    heading: 'Reference',
    className: 'w-[34%] md:w-28 print:whitespace-nowrap',
    key: ({ inspected }) => inspected.record.our_ref || inspected.record.id,
    lines(listed) {
      const { inspected } = listed
      const { error, id } = inspected.record
      return [
        <bdi key="ref" title={[titleOf(listed), safeText(id ?? '', 128)].join('\n')}>
          {titleOf(listed)}
        </bdi>,
        byWidth(
          <span className="@min-[880px]:hidden">
            <Text inspected={inspected} name="customer_name" />
          </span>,
          <>
            <Status inspected={inspected} />
            {error ? <ErrorText text={error} isAfter /> : null}
          </>,
        ),
      ]
    },
  },
  status: {
    label: bookingFields.status.label,
    className: `${onlyWide} md:w-32 @min-[880px]:w-44`,
    key: ({ inspected }) => inspected.record.status,
    lines({ inspected, arrival }) {
      const { error } = inspected.record
      const status = <Status key="status" inspected={inspected} />
      if (error) return [status, <ErrorText key="error" text={error} />]
      if (arrival) return [status, <StatusSince key="since" arrival={arrival} />]
      return [status]
    },
  },
  vehicle: {
    label: bookingFields.vehicle_id.label,
    className: `${onlyWide} w-22`,
    key: ({ inspected }) => inspected.record.vehicle_our_ref || inspected.record.vehicle_id,
    // Its second line is room for the error beside it.
    lines: ({ inspected }) => [<VehicleName key="ref" inspected={inspected} />],
  },
  received: {
    label: 'Received',
    heading: 'Source',
    className: 'max-lg:hidden w-26 print:table-cell',
    key: ({ arrival }) => arrival?.receivedMs,
    lines: ({ arrival }) => [arrival ? 'Received' : 'Opened here'],
  },
  customer_name: {
    label: 'Customer',
    className: `w-36 max-md:hidden ${ROOMY}`,
    key: ({ inspected }) => inspected.record.customer_name,
    lines: ({ inspected }) => [
      <Text key="name" inspected={inspected} name="customer_name" />,
      <Text key="phone" inspected={inspected} name="customer_phone_number" />,
    ],
  },
  from_label: {
    label: bookingFields.from_label.label,
    heading: 'Journey',
    key: ({ inspected }) => inspected.record.from_label,
    lines: ({ inspected }) => [
      <Text key="from" inspected={inspected} name="from_label" />,
      <Text key="to" inspected={inspected} name="to_label" />,
    ],
  },
  ctime: {
    label: bookingFields.ctime.label,
    className: `w-40 max-md:hidden ${VERY_ROOMY}`,
    key: ({ createdMs }) => createdMs,
    lines: ({ inspected }) => [<Time key="created" inspected={inspected} name="ctime" />],
  },
  distance: { label: 'Distance', key: (record) => record.distanceMetres },
  findings: {
    label: 'Findings',
    className: `w-26 max-md:hidden ${ROOMY}`,
    // One error outweighs any number of warnings.
    key: ({ findings: { error, warning, note } }) =>
      (error * MOST_OF_ONE + warning) * MOST_OF_ONE + note,
    lines: ({ findings }) => [
      <TopFindings key="top" findings={findings} />,
      otherFindingsInWords(findings),
    ],
  },
  total: {
    label: totalsFields.total.label,
    className: 'w-29 md:w-28 print:whitespace-nowrap',
    isRight: true,
    key: ({ inspected }) => inspected.record.totals?.total,
    lines({ inspected, distanceMetres, findings, arrival }) {
      const length = <Length metres={distanceMetres} unreadable={inspected.unreadable} />
      // Only integrators need findings, and they open records.
      const hasFindings = arrival === null && severities.some((severity) => findings[severity] > 0)
      return [
        <Total key="total" inspected={inspected} />,
        byWidth(length, hasFindings ? <TopFindings findings={findings} /> : length),
      ]
    },
  },
}

/** The columns of a list, without those that say the same in each of its rows. */
export function columnsFor(records: readonly ListedRecord[]): readonly Column<ListedRecord>[] {
  const [first] = records
  const arrived = records.filter(({ arrival }) => arrival !== null).length
  const differs = (of: (record: ListedRecord) => string) =>
    first !== undefined && records.some((record) => of(record) !== of(first))
  const isAnyOpened = arrived < records.length
  const isShown: Readonly<Record<string, boolean>> = {
    received: arrived > 0 && isAnyOpened,
    findings: isAnyOpened && differs(({ findings }) => JSON.stringify(findings)),
    customer_name: differs(
      ({ inspected: { record } }) => `${record.customer_name} ${record.customer_phone_number}`,
    ),
  }
  return Object.entries(sorts).flatMap(([name, { lines, label, heading = label, ...column }]) => {
    if (!lines || isShown[name] === false) return []
    const cell = (record: ListedRecord) => {
      const [top, bottom] = lines(record)
      return (
        <>
          <span className="block truncate">{top}</span>
          <span
            className={`text-muted block truncate text-xs ${name === 'status' ? WIDE_LINE : ''}`}
          >
            {/* A blank line keeps the first lines of a row on one height. */}
            {bottom ?? '\u00a0'}
          </span>
        </>
      )
    }
    return { ...column, name, cell, label: heading }
  })
}

/** Over the empty second line of the next column, so that most errors are whole. */
const WIDE_LINE = 'relative w-[calc(100%+5.5rem)] print:w-full'

/** To the minute, with the day unless today. @param ms milliseconds since the epoch */
function Minute({ ms }: { readonly ms: number }) {
  return <span>{useMinuteFormat()(ms, Date.now())}</span>
}

/** Of a journey, unless an end of it has no position. */
function Length({
  metres,
  unreadable,
}: {
  readonly metres: number | null
  readonly unreadable: readonly string[]
}) {
  const formatDistance = useDistance()
  if (metres !== null) return formatDistance(metres)
  const isUnreadable = unreadable.includes('from_position') || unreadable.includes('to_position')
  return isUnreadable ? <span className="text-warning">position unreadable</span> : null
}

interface RecordProps {
  readonly inspected: ListedRecord['inspected']
}

interface CellProps extends RecordProps {
  readonly name: 'ctime' | (typeof texts)[number]
}

const texts = ['customer_name', 'customer_phone_number', 'from_label', 'to_label'] as const

/** In place of an absent value: what the service sent was of another type, or nothing. */
function Missing({ inspected, name }: RecordProps & { readonly name: string }) {
  const { raw, unreadable } = inspected
  if (unreadable.includes(name)) return <UnreadableCell value={ownValue(raw, name)} />
  return <Absent />
}

function Text({ inspected, name }: CellProps) {
  const text = inspected.record[name]
  if (!text) return <Missing inspected={inspected} name={name} />
  return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
}

/**
 * A time in the chosen zone to the minute, as received on hover: the
 * seconds would cut off AM or PM.
 */
function Time({ inspected, name }: CellProps) {
  const { zone } = usePreferences()
  const text = inspected.record[name]
  if (!text) return <Missing inspected={inspected} name={name} />
  return <bdi title={safeText(text)}>{formatTime(text, zone, 'minute') ?? safeText(text, 120)}</bdi>
}

function Status({ inspected }: RecordProps) {
  const text = inspected.record.status
  if (!text) return <Missing inspected={inspected} name="status" />
  return (
    <>
      <StatusMark status={text} isOfBooking className="mr-1.5 inline size-3.5 align-[-2px]" />
      <bdi title={safeText(text)}>{keyWords(text, 80)}</bdi>
    </>
  )
}

/** To the minute, or the word that came; as received on hover. */
function PickUpTime({ inspected, whenMs }: RecordProps & { readonly whenMs: number | null }) {
  const text = inspected.record.when
  if (!text) return <Missing inspected={inspected} name="when" />
  return (
    <bdi title={safeText(text)}>
      {whenMs === null ? keyWords(text, 40) : <Minute ms={whenMs} />}
    </bdi>
  )
}

/** The call sign, or else the id; both on hover. */
function VehicleName({ inspected }: RecordProps) {
  const { vehicle_our_ref: ourRef, vehicle_id: id } = inspected.record
  const shown = ourRef || id
  if (!shown) return <Missing inspected={inspected} name="vehicle_our_ref" />
  const both = [ourRef, id].filter((name) => name !== null).map((name) => safeText(name, 128))
  return <bdi title={both.join('\n')}>{safeText(shown, 120)}</bdi>
}

/**
 * As money, the number as received on hover; one that was sent as text has a dotted
 * line under it.
 */
function Total({ inspected }: RecordProps) {
  const { record, raw, unreadable, forms } = inspected
  const { total = null, currency = null } = record.totals ?? {}
  const given = ownValue(asObject(ownValue(raw, 'totals')) ?? {}, 'total')
  if (unreadable.includes('totals.total')) return <UnreadableCell value={given} />
  if (total === null) return <Missing inspected={inspected} name="totals" />
  return (
    <Marked form={forms?.['totals.total']} value={given}>
      <bdi title={formatNumber(total)}>
        {formatMoney(total, currency && safeText(currency, 12))}
      </bdi>
    </Marked>
  )
}

function ErrorText({
  text,
  isAfter = false,
}: {
  readonly text: string
  readonly isAfter?: boolean
}) {
  return (
    <bdi className="text-danger" title={safeText(text)}>
      {isAfter ? ': ' : ''}
      {safeText(text, 160)}
    </bdi>
  )
}

function StatusSince({ arrival: { statusSinceMs, isOrderKnown } }: { readonly arrival: Arrival }) {
  const minute = useMinuteFormat()
  if (!isOrderKnown) return <span className="text-warning">order unknown</span>
  return statusSinceMs === null ? null : <span>{`since ${minute(statusSinceMs, Date.now())}`}</span>
}

function TopFindings({ findings }: { readonly findings: SeverityCounts }) {
  const top = severities.find((severity) => findings[severity] > 0)
  if (top === undefined) return <span className="text-muted">none</span>
  const { icon: Icon, tone } = groups[top]
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={severitiesInWords(findings)}>
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate">{counted(findings[top], top)}</span>
    </span>
  )
}

function otherFindingsInWords(findings: SeverityCounts): string | null {
  const [, ...others] = severities
    .map((severity) => findings[severity])
    .filter((count) => count > 0)
  const more = others.reduce((sum, count) => sum + count, 0)
  return more === 0 ? null : `and ${more} more`
}
