import type { ReactNode } from 'react'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { Absent } from '@/components/record/facts/marks'
import { Badge } from '@/components/ui/badge'
import { formatDistance } from '@/lib/format/distance'
import { formatAmount } from '@/lib/format/number'
import { rawText, safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time'
import { bookingFields, totalsFields } from '@/lib/interface/booking-fields'
import { otherFindingsInWords, TopFindings } from './findings-count'
import type { SortName } from './list-view'

/** A column of the table: two lines of a record. */
interface Column {
  readonly sort: SortName
  readonly label: string
  readonly className: string
  readonly isRight?: true
  readonly content: (record: OpenedRecord, zone: string | undefined) => readonly [ReactNode, ReactNode]
}

export const sortLabels: Readonly<Record<SortName, string>> = {
  opened: 'As opened',
  our_ref: bookingFields.our_ref.label,
  status: bookingFields.status.label,
  customer_name: 'Customer',
  from_label: bookingFields.from_label.label,
  when: bookingFields.when.label,
  ctime: bookingFields.ctime.label,
  distance: 'Distance',
  total: totalsFields.total.label,
  findings: 'Findings',
}

const onlyWide = 'max-md:hidden'

export const tableColumns: readonly Column[] = [
  {
    sort: 'our_ref',
    label: 'Reference',
    className: 'max-md:w-[32%]',
    content: ({ inspected, index, value }) => [
      inspected ? (
        <Text key="ref" text={inspected.record.our_ref || inspected.record.id || `Record ${index + 1}`} />
      ) : (
        rawText(value, 60)
      ),
      <Text key="id" text={inspected?.record.id ?? null} />,
    ],
  },
  {
    sort: 'status',
    label: sortLabels.status,
    className: `${onlyWide} w-36`,
    content: ({ inspected }) => [
      <Status key="status" record={inspected?.record} />,
      <Text key="when" text={inspected?.record.when ?? null} />,
    ],
  },
  {
    sort: 'customer_name',
    label: sortLabels.customer_name,
    className: 'max-xl:hidden',
    content: ({ inspected }) => [
      <Text key="name" text={inspected?.record.customer_name ?? null} />,
      <Text key="phone" text={inspected?.record.customer_phone_number ?? null} />,
    ],
  },
  {
    sort: 'from_label',
    label: 'Journey',
    className: 'md:w-[20%]',
    content: ({ inspected }) => [
      <Text key="from" text={inspected?.record.from_label ?? null} />,
      <Text key="to" text={inspected?.record.to_label ?? null} />,
    ],
  },
  {
    sort: 'ctime',
    label: sortLabels.ctime,
    className: `${onlyWide} w-44 lg:max-xl:hidden`,
    content: ({ inspected, distanceMetres }, zone) => {
      const ctime = inspected?.record.ctime ?? null
      return [
        <Text key="time" text={ctime && (formatTime(ctime, zone) ?? ctime)} />,
        distanceMetres === null ? null : formatDistance(distanceMetres),
      ]
    },
  },
  {
    sort: 'findings',
    label: sortLabels.findings,
    className: `${onlyWide} w-28`,
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
    content: ({ inspected }) => {
      const { total = null, currency = null } = inspected?.record.totals ?? {}
      return [
        total === null ? <Absent key="none" /> : formatAmount(total, null),
        <Text key="currency" text={currency} isQuiet />,
      ]
    },
  },
]

function Text({ text, isQuiet = false }: { readonly text: string | null; readonly isQuiet?: boolean }) {
  if (text === null || text === '') return isQuiet ? null : <Absent />
  return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
}

function Status({
  record,
}: {
  readonly record: { readonly status: string | null; readonly error: string | null } | undefined
}) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="min-w-0 truncate">
        <Text text={record?.status ?? null} />
      </span>
      {record?.error ? (
        <Badge tone="warning" title={safeText(record.error)}>
          failed
        </Badge>
      ) : null}
    </span>
  )
}
