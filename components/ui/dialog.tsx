'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** A modal dialog, open while rendered; Escape, unless it `stays`, and a form with `method="dialog"` close it. */
export function Dialog({
  label,
  onClose,
  stays = false,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly stays?: boolean
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      // The key, not `cancel`: browsers close at the second Escape although the first was cancelled.
      onKeyDown={(event) => stays && event.key === 'Escape' && event.preventDefault()}
      className="bg-surface text-text border-line shadow-raised m-auto w-[min(30rem,calc(100vw-2rem))] rounded-lg border p-5 text-left backdrop:bg-black/50"
    >
      {children}
    </dialog>
  )
}
