import { useId } from 'react'
import { TextWithSections } from '@/components/layout/section-link'
import { UnknownStatuses } from '@/components/layout/unknown-statuses'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { ObservedAnswer, ObservedGap } from '@/lib/api/contract/observations'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import { gapInWords, gaps, type ObservedGapName } from '@/lib/interface/gaps'

/** One gap of the specification with the answers observed in it. */
export function GapPanel({
  name,
  gap,
  nowMs,
  zone,
}: {
  readonly name: ObservedGapName
  readonly gap: ObservedGap
  /** Time of the answer; milliseconds since the epoch. */
  readonly nowMs: number
  readonly zone: string | undefined
}) {
  const id = useId()
  const { label, section } = gaps[name]
  const moment = (at: string) => (
    <time dateTime={at} title={formatTime(at, zone) ?? at} className="text-muted md:whitespace-nowrap">
      {formatMoment(Date.parse(at), nowMs, zone)}
    </time>
  )
  const columns: readonly Column<ObservedAnswer>[] = [
    {
      label: 'Answer',
      isRowHeader: true,
      className: '[overflow-wrap:anywhere]',
      cell: ({ kind, value }) =>
        kind === 'word' ? (
          <bdi className="font-mono font-medium">{safeText(value, 60)}</bdi>
        ) : (
          <TextWithSections text={value} />
        ),
    },
    { label: 'Times', className: 'md:text-right', cell: ({ count }) => formatCount(count) },
    { label: 'First', className: 'max-md:hidden', cell: ({ firstSeenAt }) => moment(firstSeenAt) },
    { label: 'Last', cell: ({ lastSeenAt }) => moment(lastSeenAt) },
  ]
  return (
    <section
      aria-labelledby={id}
      className="bg-surface border-line mb-4 min-w-0 break-inside-avoid rounded-lg border p-4"
    >
      <h3 id={id} className="text-base font-semibold">
        {label}
      </h3>
      <p className="text-muted text-xs">
        <TextWithSections text={`${gapInWords(name)} (§${section})`} />
      </p>
      {gap.answers.length === 0 ? (
        <p className="text-muted mt-2 text-sm">Nothing observed yet.</p>
      ) : (
        <DataTable
          label={label}
          className="mt-2"
          columns={columns}
          rows={gap.answers}
          keyOf={({ kind, value }) => `${kind} ${value}`}
        />
      )}
      {name === 'vehicle_status' ? (
        <UnknownStatuses
          statuses={gap.answers.flatMap(({ kind, value }) => (kind === 'word' ? [value] : []))}
        />
      ) : null}
      {gap.more > 0 ? (
        <p className="text-muted mt-2 text-xs">
          {counted(gap.more, 'other answer')} after this list was full.
        </p>
      ) : null}
    </section>
  )
}
