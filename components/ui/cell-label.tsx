/** The name of a cell's column on a small screen; hidden from screen readers, which read the heading. */
export function CellLabel({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="text-muted w-24 shrink-0 text-xs leading-5 md:hidden">
      {children}
    </span>
  )
}
