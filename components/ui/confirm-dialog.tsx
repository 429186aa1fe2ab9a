'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

/** Asks for confirmation of something that is not easily undone. */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  /** Label of the confirming button. */
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** The consequences. */
  readonly children: ReactNode
}) {
  return (
    <Dialog label={title} onClose={onClose}>
      <form method="dialog" onSubmit={onConfirm} className="flex flex-col gap-4">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <div className="flex flex-col gap-2 text-sm">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          {/* First, so that it has the focus: Enter alone cancels. */}
          <Button onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>Cancel</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
