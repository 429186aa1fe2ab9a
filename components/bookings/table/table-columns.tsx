import type { ReactNode } from 'react'
import { Absent } from '@/components/record/facts/marks'
import { formatAmount } from '@/lib/format/number'
import type { FormatDistance } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { ErrorText, Status, StatusSince, Text, Time } from './cell-texts'
import { hasFindings, otherFindingsInWords, TopFindings } from './findings-count'
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
    className: `${onlyWide} md:w-36 xl:w-44`,
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
    className: `${onlyWide} w-26`,
    content: ({ source, arrival }, { minute }) => [
      sourceLabels[source],
      arrival === null ? null : minute(arrival.receivedMs),
    ],
  },
  {
    sort: 'vehicle',
    label: sortLabels.vehicle,
    className: `${onlyWide} w-24 xl:w-26`,
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
    className: 'max-xl:hidden w-40 print:table-cell',
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
    className: `${onlyWide} w-26`,
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

/** Of records of one source, which goes without saying: the journey keeps its room beside the time it was made. */
export const columnsOfOpened = narrowed({ findings: 'xl:max-[90rem]:hidden' }).filter(
  ({ sort }) => sort !== 'received',
)

/** Of records of several sources: the journey keeps its room beside the time of arrival. */
export const columnsOfAll = narrowed({ ctime: 'max-2xl:hidden', findings: 'lg:max-[90rem]:hidden' })

function narrowed(hidden: Partial<Record<SortName, string>>): readonly Column[] {
  return columns.map((column) => ({
    ...column,
    className: `${column.className} ${hidden[column.sort] ?? ''}`,
  }))
}
