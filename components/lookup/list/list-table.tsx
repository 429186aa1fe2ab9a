'use client'

import { CircleCheck, CircleDashed, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { ExactText } from '@/components/lookup/exact-text'
import { SortHeader } from '@/components/ui/table/sort-header'
import { SpacerRow, useVirtualRows } from '@/components/ui/virtual-rows'
import { safeText } from '@/lib/format/text'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { FoundCell } from './found-cell'
import type { ListSort } from './list-order'
import { kindOf, type OutcomeKind, outcomeWords, reasonOf } from './list-outcomes'
import type { ListRow } from './list-state'
import { NotFoundCell } from './not-found-cell'

const ROW_PX = 52
const HEAD_PX = 44

const signs: Record<OutcomeKind, { icon: typeof CircleCheck; colour: string }> = {
  found: { icon: CircleCheck, colour: 'text-good' },
  'not-found': { icon: CircleX, colour: 'text-warning' },
  failed: { icon: TriangleAlert, colour: 'text-danger' },
  skipped: { icon: CircleMinus, colour: 'text-muted' },
  waiting: { icon: CircleDashed, colour: 'text-muted' },
}

const columns: readonly { name: ListSort['by']; label: string; className: string }[] = [
  { name: 'line', label: 'Line', className: 'w-14 md:w-18' },
  { name: 'our_ref', label: vehicleFields.our_ref.label, className: 'w-[30%] md:w-1/5' },
  { name: 'result', label: 'Result', className: '' },
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

/** While a list is looked up, most rows stay as they are. */
const Line = memo(function Line({ row, rowIndex }: { readonly row: ListRow; readonly rowIndex: number }) {
  const kind = kindOf(row)
  const { icon: Icon, colour } = signs[kind]
  const reason = reasonOf(row)
  return (
    <tr aria-rowindex={rowIndex} className="border-line border-t" style={{ height: ROW_PX }}>
      <td className="text-muted px-3">{row.line}</td>
      <th scope="row" className="px-3 text-left font-normal" title={safeText(row.ourRef)}>
        <span className="block truncate whitespace-pre">
          <ExactText text={row.ourRef} isQuiet />
        </span>
      </th>
      <td className="px-3">
        <div className="flex min-w-0 items-center gap-2">
          <Icon aria-hidden className={`size-4 shrink-0 ${colour}`} />
          {row.outcome?.kind === 'found' ? (
            <FoundCell vehicleId={row.outcome.vehicleId} vehicle={row.outcome.vehicle} />
          ) : kind === 'not-found' ? (
            <NotFoundCell ourRef={row.ourRef} />
          ) : (
            <span className="line-clamp-2">
              {outcomeWords[kind]}
              {reason === null ? '' : `: ${reason}`}
            </span>
          )}
        </div>
      </td>
    </tr>
  )
})
