import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

export interface ShortcutRow {
  readonly keys: readonly string[]
  readonly effect: string
}

export function ShortcutsDialog({
  rows,
  onClose,
}: {
  rows: readonly ShortcutRow[]
  onClose: () => void
}) {
  return (
    <Dialog label="Keyboard shortcuts" isWide onClose={onClose}>
      <form method="dialog" className="flex max-h-[calc(100dvh-5rem)] flex-col gap-3">
        <h2 className="text-base font-semibold">Keyboard shortcuts</h2>
        {/* A region that scrolls can be focused. */}
        <dl tabIndex={0} className="min-h-0 gap-x-8 overflow-y-auto text-sm lg:columns-2">
          {rows.map(({ keys, effect }) => (
            <div
              key={effect}
              className="grid break-inside-avoid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 py-0.5"
            >
              <dt className="flex flex-wrap gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="border-line-strong bg-sunken min-w-6 self-start rounded-sm border px-1.5 text-center font-sans text-xs leading-5"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-xs">Shortcuts are off while you type.</p>
        <Button type="submit" variant="primary" className="self-end">
          Close
        </Button>
      </form>
    </Dialog>
  )
}
