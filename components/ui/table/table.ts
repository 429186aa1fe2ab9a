/** Classes of a table; on a small screen each row is a card with a `CellLabel` per cell. */
export const tableClass = {
  table: 'w-full text-left text-sm max-md:block',
  head: 'text-muted border-line border-b text-xs max-md:sr-only',
  heading: 'px-2 pb-2 font-medium first:pl-0 last:pr-0',
  body: 'max-md:block',
  row: 'border-line border-b align-baseline last:border-b-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:py-3 max-md:first:pt-0 max-md:last:pb-0',
  cell: 'px-2 py-2 text-left font-normal first:pl-0 last:pr-0 max-md:flex max-md:min-w-0 max-md:gap-2 max-md:p-0',
} as const
