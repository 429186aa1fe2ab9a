import type { ReactNode } from 'react'
import { tableClass } from './table'

/** Cell of a table. On a small screen it shows its label, which screen readers take from the column heading. */
export function TableCell({
  label,
  className = '',
  children,
}: {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <td className={`${tableClass.cell} ${className}`}>
      <span aria-hidden className="text-muted w-24 shrink-0 text-xs leading-5 md:hidden">
        {label}
      </span>
      {children}
    </td>
  )
}
