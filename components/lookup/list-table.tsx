'use client'

import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { SortHeader } from '@/components/ui/sort-header'
import { SpacerRow, useVirtualRows } from '@/components/ui/virtual-rows'
import { vehicleHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import { vehicleFields } from '@/lib/interface/vehicle-fields'
import type { ListSort } from './list-order'
import { kindOf, type OutcomeKind, outcomeWords, problemOf } from './list-outcomes'
import type { ListRow } from './list-state'

const ROW_PX = 44
const HEAD_PX = 44

const signs: Record<OutcomeKind, { icon: typeof CircleCheck; colour: string }> = {
  found: { icon: CircleCheck, colour: 'text-good' },
  'not-found': { icon: CircleX, colour: 'text-warning' },
  failed: { icon: TriangleAlert, colour: 'text-danger' },
  waiting: { icon: CircleDashed, colour: 'text-muted' },
}

const columns: readonly { name: ListSort['by']; label: string; className: string }[] = [
  { name: 'line', label: 'Line', className: 'w-18' },
  { name: 'our_ref', label: vehicleFields.our_ref.label, className: '' },
  { name: 'result', label: 'Result', className: 'w-1/2' },
]

/** The rows of a list, virtualised. */
export function ListTable({
  rows,
  sort,
  onSort,
}: {
  /** Sorted. */
  readonly rows: readonly ListRow[]
  readonly sort: ListSort
  readonly onSort: (sort: ListSort) => void
}) {
  const virtual = useVirtualRows<HTMLElement>(
    { count: rows.length, rowHeight: ROW_PX },
    { headHeight: HEAD_PX },
  )
  return (
    <section
      ref={virtual.scroller}
      aria-label="Results"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="border-line max-h-[60vh] overflow-y-auto rounded-md border [overflow-anchor:none]"
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed text-sm">
        <caption className="sr-only">References and results</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, label, className }) => (
              <SortHeader
                key={name}
                name={name}
                label={label}
                sort={sort}
                onSort={onSort}
                className={`bg-sunken ${className}`}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={virtual.above} />
          {virtual.rows.map(({ index }) => (
            <Line key={rows[index]?.line} row={rows[index] as ListRow} rowIndex={index + 2} />
          ))}
          <SpacerRow height={virtual.below} />
        </tbody>
      </table>
    </section>
  )
}

function Line({ row, rowIndex }: { readonly row: ListRow; readonly rowIndex: number }) {
  const kind = kindOf(row)
  const { icon: Icon, colour } = signs[kind]
  return (
    <tr aria-rowindex={rowIndex} className="border-line border-t" style={{ height: ROW_PX }}>
      <td className="text-muted px-3">{row.line}</td>
      <th scope="row" className="truncate px-3 text-left font-normal" title={safeText(row.ourRef)}>
        <bdi className="whitespace-pre">{safeText(row.ourRef)}</bdi>
      </th>
      <td className="px-3">
        <div className="flex min-w-0 items-center gap-2">
          <Icon aria-hidden className={`size-4 shrink-0 ${colour}`} />
          <span className={problemOf(row) === null ? 'shrink-0' : 'line-clamp-2'}>
            {outcomeWords[kind]}
            {problemOf(row) === null ? '' : `: ${problemOf(row)}`}
          </span>
          {row.outcome?.kind === 'found' ? <RecordLink vehicleId={row.outcome.vehicleId} /> : null}
        </div>
      </td>
    </tr>
  )
}

function RecordLink({ vehicleId }: { readonly vehicleId: string }) {
  const href = vehicleHref(vehicleId)
  const text = <bdi>{safeText(vehicleId, 128)}</bdi>
  return href ? (
    <Link
      href={href}
      // Avoids hundreds of unrequested records.
      prefetch={false}
      className="text-accent min-w-0 content-center truncate underline max-md:min-h-11"
    >
      {text}
    </Link>
  ) : (
    <span className="min-w-0 truncate">{text}</span>
  )
}
