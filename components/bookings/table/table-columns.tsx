import type { ReactNode } from 'react'
import type { Arrival } from '@/components/bookings/table/listed-record'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { groups, severitiesInWords } from '@/components/record/inspector/findings'
import { keyWords } from '@/lib/format/key-words'
import { counted, formatAmount } from '@/lib/format/number'
import type { FormatDistance } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import { type Severity, type SeverityCounts, severities } from '@/lib/inspect/finding'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { SortName } from './list-sort'
import type { ListedRecord, RecordSource } from './listed-record'

export interface CellFormats {
  readonly zone: string | undefined
  readonly distance: FormatDistance
  /** To the minute, with the day unless today; of milliseconds since the epoch. */
  readonly minute: (epochMs: number) => string
}

/** A column of the table: two lines of a record. */
interface Column {
  readonly sort: SortName
  readonly label: string
  readonly className: string
  readonly isRight?: true
  readonly content: (record: ListedRecord, formats: CellFormats) => readonly [ReactNode, ReactNode]
}

export const sortLabels: Readonly<Record<SortName, string>> = {
  opened: 'As opened',
  received: 'Arrival',
  our_ref: bookingFields.our_ref.label,
  status: bookingFields.status.label,
  vehicle: bookingFields.vehicle_id.label,
  customer_name: 'Customer',
  from_label: bookingFields.from_label.label,
  when: bookingFields.when.label,
  ctime: bookingFields.ctime.label,
  distance: 'Distance',
  total: totalsFields.total.label,
  findings: 'Findings',
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

const sourceLabels: Readonly<Record<RecordSource, string>> = {
  arrived: 'Arrived',
  opened: 'Opened here',
}

const columns: readonly Column[] = [
  {
    sort: 'our_ref',
    label: 'Reference',
    className: 'w-[42%] md:w-28 xl:w-32',
    content: ({ inspected, index }) => [
      <Text key="ref" text={inspected.record.our_ref || inspected.record.id || `Record ${index + 1}`} />,
      byWidth(
        <Text text={inspected.record.id} />,
        <>
          <Status text={inspected.record.status} />
          {inspected.record.error ? <ErrorText text={inspected.record.error} isAfter /> : null}
        </>,
      ),
    ],
  },
  {
    sort: 'status',
    label: sortLabels.status,
    className: `${onlyWide} md:w-34 xl:w-44`,
    content: ({ inspected, arrival }, { minute }) => [
      <Status key="status" text={inspected.record.status} />,
      inspected.record.error ? (
        <ErrorText key="error" text={inspected.record.error} />
      ) : arrival ? (
        <StatusSince key="since" arrival={arrival} minute={minute} />
      ) : null,
    ],
  },
  {
    sort: 'received',
    label: 'Source',
    className: 'max-xl:hidden w-26 print:table-cell',
    content: ({ source, arrival }, { minute }) => [
      sourceLabels[source],
      arrival === null ? null : minute(arrival.receivedMs),
    ],
  },
  {
    sort: 'vehicle',
    label: sortLabels.vehicle,
    className: `${onlyWide} w-22 xl:w-26`,
    content: ({ inspected }) => {
      const { vehicle_our_ref, vehicle_id } = inspected.record
      return [
        <Text key="ref" text={vehicle_our_ref || vehicle_id} />,
        vehicle_our_ref ? <Text key="id" text={vehicle_id} isQuiet /> : null,
      ]
    },
  },
  {
    sort: 'customer_name',
    label: sortLabels.customer_name,
    className: `${onlyWide} w-34 xl:w-40`,
    content: ({ inspected }) => [
      <Text key="name" text={inspected.record.customer_name} />,
      <Text key="phone" text={inspected.record.customer_phone_number} />,
    ],
  },
  {
    sort: 'from_label',
    label: 'Journey',
    className: '',
    content: ({ inspected }) => [
      <Text key="from" text={inspected.record.from_label} />,
      <Text key="to" text={inspected.record.to_label} />,
    ],
  },
  {
    sort: 'ctime',
    label: sortLabels.ctime,
    className: 'w-46 max-xl:hidden print:table-cell',
    content: ({ inspected }, { zone }) => {
      const { ctime, when } = inspected.record
      return [
        <Time key="created" text={ctime} zone={zone} />,
        when ? (
          <span key="when">
            for <Time text={when} zone={zone} />
          </span>
        ) : null,
      ]
    },
  },
  {
    sort: 'findings',
    label: sortLabels.findings,
    className: 'max-[90rem]:hidden w-26 print:table-cell',
    content: ({ findings }) => [
      <TopFindings key="top" findings={findings} />,
      otherFindingsInWords(findings),
    ],
  },
  {
    sort: 'total',
    label: sortLabels.total,
    className: 'w-26 md:w-28',
    isRight: true,
    content: ({ inspected, distanceMetres, findings }, { distance }) => {
      const { total = null, currency = null } = inspected.record.totals ?? {}
      const length = distanceMetres === null ? null : distance(distanceMetres)
      return [
        total === null ? (
          <Absent key="none" />
        ) : (
          <bdi key="total">{formatAmount(total, currency && safeText(currency, 12))}</bdi>
        ),
        byWidth(length, hasFindings(findings) ? <TopFindings findings={findings} /> : length),
      ]
    },
  },
]

/** The columns of a list, without those that say the same in each of its rows. */
export function columnsFor(records: readonly ListedRecord[]): readonly Column[] {
  const [first] = records
  const hasArrivals = records.some(({ arrival }) => arrival !== null)
  const says = (of: (record: ListedRecord) => string) =>
    first !== undefined && records.some((record) => of(record) !== of(first))
  const isSaid: Partial<Record<SortName, boolean>> = {
    received: hasArrivals,
    findings: says(({ findings }) => JSON.stringify(findings)),
    customer_name: says(
      ({ inspected: { record } }) => `${record.customer_name} ${record.customer_phone_number}`,
    ),
  }
  return columns
    .filter(({ sort }) => isSaid[sort] ?? true)
    .map((column) => {
      if (column.sort === 'received' && !says(({ source }) => source)) return { ...column, ...ARRIVED }
      // The journey keeps its room beside the time of arrival.
      return column.sort === 'ctime' && hasArrivals
        ? { ...column, className: `${column.className} max-2xl:hidden` }
        : column
    })
}

/** Of a list where all arrived: the time alone. */
const ARRIVED: Pick<Column, 'label' | 'content'> = {
  label: 'Arrived',
  content: ({ arrival }, { minute }) => [arrival && minute(arrival.receivedMs), null],
}

/** A text of a record, cut by its cell. */
function Text({ text, isQuiet = false }: { readonly text: string | null; readonly isQuiet?: boolean }) {
  if (text === null || text === '') return isQuiet ? null : <Absent />
  return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
}

/** A time in the chosen zone to the minute, as received on hover: the seconds would cut off AM or PM. */
function Time({ text, zone }: { readonly text: string | null; readonly zone: string | undefined }) {
  if (text === null || text === '') return <Absent />
  return <bdi title={safeText(text)}>{formatTime(text, zone, 'minute') ?? safeText(text, 120)}</bdi>
}

/** Its mark and its words; as received on hover. */
function Status({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Absent />
  return (
    <>
      <StatusMark status={text} isOfBooking className="mr-1.5 inline size-3.5 align-[-2px]" />
      <bdi title={safeText(text)}>{keyWords(text, 80)}</bdi>
    </>
  )
}

/** The error of a booking. */
function ErrorText({ text, isAfter = false }: { readonly text: string; readonly isAfter?: boolean }) {
  return (
    <bdi className="text-danger" title={safeText(text)}>
      {isAfter ? ': ' : ''}
      {safeText(text, 160)}
    </bdi>
  )
}

/** Since when a booking that arrived has its status, as far as its deliveries decide that. */
function StatusSince({
  arrival: { statusSinceMs, isOrderKnown },
  minute,
}: {
  readonly arrival: Arrival
  readonly minute: (epochMs: number) => string
}) {
  if (!isOrderKnown) return <span className="text-warning">order unknown</span>
  return statusSinceMs === null ? null : <span>{`since ${minute(statusSinceMs)}`}</span>
}

const nouns: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'note' }

/** Number of findings of the highest severity, with its icon: "2 errors". */
function TopFindings({ findings }: { readonly findings: SeverityCounts }) {
  const top = severities.find((severity) => findings[severity] > 0)
  if (top === undefined) return <span className="text-muted">none</span>
  const { icon: Icon, tone } = groups[top]
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={severitiesInWords(findings)}>
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate">{counted(findings[top], nouns[top])}</span>
    </span>
  )
}

const hasFindings = (findings: SeverityCounts): boolean =>
  severities.some((severity) => findings[severity] > 0)

/** Number of findings of lower severities: "and 3 more"; null without any. */
function otherFindingsInWords(findings: SeverityCounts): string | null {
  const [, ...others] = severities.map((severity) => findings[severity]).filter((count) => count > 0)
  const more = others.reduce((sum, count) => sum + count, 0)
  return more === 0 ? null : `and ${more} more`
}
