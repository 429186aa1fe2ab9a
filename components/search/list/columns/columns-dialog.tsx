'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { COLUMN_NAMES, type ColumnName, columns, DEFAULT_COLUMNS, moved, toggled } from './columns'
import { chooseColumns, useColumns } from './use-columns'

/** Chooses the facts on the second line of each row, and their order. */
export function ColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const chosen = useColumns()
  const others = COLUMN_NAMES.filter((name) => !chosen.includes(name))
  return (
    <Dialog label="Columns in the list" onClose={onClose}>
      <form method="dialog" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Columns in the list</h2>
        <p className="text-muted text-sm">
          Shown on the second line of each row, in this order, as far as the service reports them.
        </p>
        <ul className="-mx-2 flex flex-col">
          {[...chosen, ...others].map((name) => (
            <Choice key={name} name={name} chosen={chosen} />
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={() => chooseColumns(DEFAULT_COLUMNS)}>Reset</Button>
          <Button type="submit" variant="primary">
            Close
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Choice({ name, chosen }: { readonly name: ColumnName; readonly chosen: readonly ColumnName[] }) {
  const { label } = columns[name]
  const at = chosen.indexOf(name)
  return (
    <li className="flex items-center gap-1 px-2">
      <label className="flex min-h-11 flex-1 cursor-pointer items-center gap-2 text-sm md:min-h-8">
        <input
          type="checkbox"
          checked={at >= 0}
          onChange={() => chooseColumns(toggled(chosen, name))}
          className="accent-accent size-4"
        />
        {label}
      </label>
      {at < 0 ? null : (
        <>
          <IconButton
            label={`Move ${label} up`}
            variant="ghost"
            className="md:min-h-8"
            // Still focused at the edge, unlike a disabled button.
            aria-disabled={at === 0}
            onClick={() => chooseColumns(moved(chosen, name, -1))}
          >
            <ChevronUp aria-hidden className={`size-4 ${at === 0 ? 'opacity-40' : ''}`} />
          </IconButton>
          <IconButton
            label={`Move ${label} down`}
            variant="ghost"
            className="md:min-h-8"
            aria-disabled={at === chosen.length - 1}
            onClick={() => chooseColumns(moved(chosen, name, 1))}
          >
            <ChevronDown aria-hidden className={`size-4 ${at === chosen.length - 1 ? 'opacity-40' : ''}`} />
          </IconButton>
        </>
      )}
    </li>
  )
}
