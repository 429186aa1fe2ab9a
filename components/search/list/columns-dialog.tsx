import { attributes, COLUMN_NAMES } from '@/components/search/attributes'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DEFAULT_COLUMNS, useColumns } from './use-columns'

/** Chooses the facts on the second line of each row. */
export function ColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const { chosen, choose } = useColumns()
  return (
    <Dialog label="Columns in the list" onClose={onClose}>
      <form method="dialog" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Columns in the list</h2>
        <p className="text-muted text-sm">
          Shown on the second line of each row in this order, if reported. What you filter or sort by comes
          right after the status.
        </p>
        <ul className="flex flex-col">
          {COLUMN_NAMES.map((name) => (
            <li key={name}>
              <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm md:min-h-8">
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    choose(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                  }
                  className="accent-accent size-4"
                />
                {attributes[name].label}
              </label>
            </li>
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
