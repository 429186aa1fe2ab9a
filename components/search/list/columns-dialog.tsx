import { attributes, COLUMN_NAMES } from '@/components/search/attributes'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { DEFAULT_COLUMNS, useColumns } from './use-columns'

export function ColumnsDialog({ onClose }: { readonly onClose: () => void }) {
  const { chosen, choose } = useColumns()
  return (
    <Dialog label="Columns in the list" onClose={onClose}>
      <form method="dialog" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Columns in the list</h2>
        <p className="text-muted text-sm">
          Shown on the second line of each row in this order, if reported. What you filter or sort
          by comes right after the status.
        </p>
        <ul className="flex flex-col text-sm">
          {COLUMN_NAMES.map((name) => (
            <li key={name}>
              <Checkbox
                checked={chosen.includes(name)}
                onChange={(isOn) =>
                  choose(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              >
                {attributes[name].label}
              </Checkbox>
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
