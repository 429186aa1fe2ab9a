'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { movements, shortcuts } from './shortcuts'

/** Every key of the map page, from the table that binds them. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Keyboard shortcuts"
      onClose={onClose}
      className="bg-surface text-text border-line shadow-raised m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border p-5 backdrop:bg-black/50"
    >
      <form method="dialog" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Keyboard shortcuts</h2>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
          {[...shortcuts, ...movements].map(({ keys, what }) => (
            <div key={what} className="contents">
              <dt className="flex max-w-44 flex-wrap gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="border-line-strong bg-sunken min-w-6 self-start rounded border px-1.5 text-center font-sans text-xs leading-5"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-xs">Single keys rest while a field is typed into.</p>
        <Button type="submit" variant="primary" className="self-end">
          Close
        </Button>
      </form>
    </dialog>
  )
}
