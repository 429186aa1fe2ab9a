import { ArrowDown, ArrowUp } from 'lucide-react'

export interface SortBy<Name extends string> {
  readonly by: Name
  readonly descending: boolean
}

/** A column header that sorts by it: ascending first, then reversed. */
export function SortHeader<Name extends string>({
  name,
  label,
  sort: { by, descending },
  onSort,
  className,
  isRight = false,
}: {
  readonly name: Name
  readonly label: string
  readonly sort: SortBy<NoInfer<Name>>
  readonly onSort: (sort: SortBy<Name>) => void
  readonly className: string
  readonly isRight?: boolean
}) {
  const isSorted = by === name
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
      className={`text-muted sticky top-0 z-[1] p-0 text-xs font-medium ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort({ by: name, descending: isSorted && !descending })}
        className={`hover:text-text flex min-h-11 w-full items-center gap-1 px-3 text-left focus-visible:-outline-offset-2 ${isRight ? 'justify-end' : ''}`}
      >
        {label}
        {isSorted ? <Arrow aria-hidden className="size-3.5 shrink-0" /> : null}
      </button>
    </th>
  )
}
