'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { attributes, COLUMN_NAMES, type ColumnName } from '@/components/search/attributes'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DEFAULT_COLUMNS, moved, toggled, useColumns } from './use-columns'

/** Chooses the facts on the second line of each row, and their order. */
export function ColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const { chosen, choose } = useColumns()
  const others = COLUMN_NAMES.filter((name) => !chosen.includes(name))
  return (
    <Dialog label="Columns in the list" onClose={onClose}>
      <form method="dialog" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Columns in the list</h2>
        <p className="text-muted text-sm">
          Shown on the second line of each row in this order, if reported. The status always comes first, the
          address last, and what you filter or sort by before the others.
        </p>
        <ul className="-mx-2 flex flex-col">
          {[...chosen, ...others].map((name) => (
            <Choice key={name} name={name} chosen={chosen} choose={choose} />
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={() => choose(DEFAULT_COLUMNS)}>Reset</Button>
          <Button type="submit" variant="primary">
            Close
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Choice({ name, chosen, choose }: { readonly name: ColumnName } & ReturnType<typeof useColumns>) {
  const { label, column } = attributes[name]
  const movable = chosen.filter((one) => attributes[one].column === 'chosen')
  const at = movable.indexOf(name)
  const isLast = at === movable.length - 1
  return (
    <li className="flex items-center gap-1 px-2">
      <label className="flex min-h-11 flex-1 cursor-pointer items-center gap-2 text-sm md:min-h-8">
        <input
          type="checkbox"
          checked={chosen.includes(name)}
          onChange={() => choose(toggled(chosen, name))}
          className="accent-accent size-4"
        />
        {label}
      </label>
      {column !== 'chosen' || at < 0 ? null : (
        <>
          <IconButton
            label={`Move ${label} up`}
            variant="ghost"
            className="md:min-h-8"
            // Still focused at the edge, unlike a disabled button.
            aria-disabled={at === 0}
            onClick={() => choose(moved(chosen, name, -1))}
          >
            <ChevronUp aria-hidden className={`size-4 ${at === 0 ? 'opacity-40' : ''}`} />
          </IconButton>
          <IconButton
            label={`Move ${label} down`}
            variant="ghost"
            className="md:min-h-8"
            aria-disabled={isLast}
            onClick={() => choose(moved(chosen, name, 1))}
          >
            <ChevronDown aria-hidden className={`size-4 ${isLast ? 'opacity-40' : ''}`} />
          </IconButton>
        </>
      )}
    </li>
  )
}
