import type { ReactNode } from 'react'
import type { Arrival } from '@/components/bookings/table/listed-record'
import {
  useDistance,
  useMinuteFormat,
  usePreferences,
} from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { groups, severitiesInWords } from '@/components/record/inspector/findings'
import type { Column, SortKey } from '@/components/ui/data-table'
import { keyWords } from '@/lib/format/key-words'
import { counted, formatAmount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import { type SeverityCounts, severities } from '@/lib/inspect/finding'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { ListedRecord } from './listed-record'

// More than the inspector lists for a record.
const MOST_OF_ONE = 10_000

interface Spec extends Pick<Column<ListedRecord>, 'className' | 'isRight'> {
  /** Name of the order, and of its column unless it has a `heading`. */
  readonly label: string
  readonly heading?: string
  readonly key: (record: ListedRecord) => SortKey
  /** Two lines of a record in the column; without them it is an order only. */
  readonly lines?: (
    record: ListedRecord,
    areAllArrived: boolean,
  ) => readonly [ReactNode, ReactNode?]
}

const onlyWide = 'max-md:hidden print:table-cell'

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
  our_ref: {
    label: bookingFields.our_ref.label,
    heading: 'Reference',
    className: 'w-[42%] md:w-28 xl:w-32 print:whitespace-nowrap',
    key: ({ inspected }) => inspected.record.our_ref || inspected.record.id,
    lines: ({ inspected: { record }, index }) => [
      <Text key="ref" text={record.our_ref || record.id || `Record ${index + 1}`} />,
      byWidth(
        <Text text={record.id} />,
        <>
          <Status text={record.status} />
          {record.error ? <ErrorText text={record.error} isAfter /> : null}
        </>,
      ),
    ],
  },
  status: {
    label: bookingFields.status.label,
    className: `${onlyWide} md:w-34 xl:w-44`,
    key: ({ inspected }) => inspected.record.status,
    lines: ({ inspected: { record }, arrival }) => [
      <Status key="status" text={record.status} />,
      record.error ? (
        <ErrorText key="error" text={record.error} />
      ) : arrival ? (
        <StatusSince key="since" arrival={arrival} />
      ) : null,
    ],
  },
  received: {
    label: 'Arrival',
    heading: 'Source',
    className: 'max-xl:hidden w-26 print:table-cell',
    key: ({ arrival }) => arrival?.receivedMs,
    lines({ arrival }, areAllArrived) {
      const time = arrival && <Minute ms={arrival.receivedMs} />
      return areAllArrived ? [time] : [arrival ? 'Arrived' : 'Opened here', time]
    },
  },
  vehicle: {
    label: bookingFields.vehicle_id.label,
    className: `${onlyWide} w-22 xl:w-26`,
    key: ({ inspected }) => inspected.record.vehicle_our_ref || inspected.record.vehicle_id,
    lines: ({ inspected: { record } }) => [
      <Text key="ref" text={record.vehicle_our_ref || record.vehicle_id} />,
      record.vehicle_our_ref && record.vehicle_id ? (
        <Text key="id" text={record.vehicle_id} />
      ) : null,
    ],
  },
  customer_name: {
    label: 'Customer',
    className: `${onlyWide} w-34 xl:w-40`,
    key: ({ inspected }) => inspected.record.customer_name,
    lines: ({ inspected: { record } }) => [
      <Text key="name" text={record.customer_name} />,
      <Text key="phone" text={record.customer_phone_number} />,
    ],
  },
  from_label: {
    label: bookingFields.from_label.label,
    heading: 'Journey',
    key: ({ inspected }) => inspected.record.from_label,
    lines: ({ inspected: { record } }) => [
      <Text key="from" text={record.from_label} />,
      <Text key="to" text={record.to_label} />,
    ],
  },
  when: {
    label: bookingFields.when.label,
    key: ({ inspected, whenMs }) => whenMs ?? inspected.record.when,
  },
  ctime: {
    label: bookingFields.ctime.label,
    className: 'w-46 max-xl:hidden print:table-cell',
    key: ({ createdMs }) => createdMs,
    lines: ({ inspected: { record } }) => [
      <Time key="created" text={record.ctime} />,
      record.when ? (
        <span key="when">
          for <Time text={record.when} />
        </span>
      ) : null,
    ],
  },
  distance: { label: 'Distance', key: (record) => record.distanceMetres },
  findings: {
    label: 'Findings',
    className: 'max-[90rem]:hidden w-26 print:table-cell',
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
    className: 'w-26 md:w-28 print:whitespace-nowrap',
    isRight: true,
    key: ({ inspected }) => inspected.record.totals?.total,
    lines({ inspected, distanceMetres, findings }) {
      const { total = null, currency = null } = inspected.record.totals ?? {}
      const length = distanceMetres === null ? null : <Length metres={distanceMetres} />
      const hasFindings = severities.some((severity) => findings[severity] > 0)
      return [
        total === null ? (
          <Absent key="none" />
        ) : (
          <bdi key="total">{formatAmount(total, currency && safeText(currency, 12))}</bdi>
        ),
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
  const isShown: Readonly<Record<string, boolean>> = {
    received: arrived > 0,
    findings: differs(({ findings }) => JSON.stringify(findings)),
    customer_name: differs(
      ({ inspected: { record } }) => `${record.customer_name} ${record.customer_phone_number}`,
    ),
  }
  const areAllArrived = arrived === records.length
  return Object.entries(sorts).flatMap(([name, { lines, label, heading = label, ...column }]) => {
    if (!lines || isShown[name] === false) return []
    const cell = (record: ListedRecord) => {
      const [top, bottom] = lines(record, areAllArrived)
      return (
        <>
          <span className="block truncate">{top}</span>
          <span className="text-muted block truncate text-xs">{bottom}</span>
        </>
      )
    }
    return {
      ...{ ...column, name, cell },
      label: name === 'received' && areAllArrived ? 'Arrived' : heading,
      // The journey keeps its room beside the time of arrival.
      ...(name === 'ctime' && arrived > 0 && { className: 'w-46 max-2xl:hidden' }),
    }
  })
}

/** To the minute, with the day unless today. @param ms milliseconds since the epoch */
function Minute({ ms }: { readonly ms: number }) {
  return useMinuteFormat()(ms, Date.now())
}

function Length({ metres }: { readonly metres: number }) {
  return useDistance()(metres)
}

function Text({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Absent />
  return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
}

/** A time in the chosen zone to the minute, as received on hover: the seconds would cut off AM or PM. */
function Time({ text }: { readonly text: string | null }) {
  const { zone } = usePreferences()
  if (text === null || text === '') return <Absent />
  return <bdi title={safeText(text)}>{formatTime(text, zone, 'minute') ?? safeText(text, 120)}</bdi>
}

function Status({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Absent />
  return (
    <>
      <StatusMark status={text} isOfBooking className="mr-1.5 inline size-3.5 align-[-2px]" />
      <bdi title={safeText(text)}>{keyWords(text, 80)}</bdi>
    </>
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
