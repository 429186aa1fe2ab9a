/** What the column is called, beside a cell on a small screen; the heading tells it to who does not see it. */
export function CellLabel({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="text-muted w-24 shrink-0 text-xs leading-5 md:hidden">
      {children}
    </span>
  )
}
