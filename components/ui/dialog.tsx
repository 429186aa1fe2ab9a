'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** A modal dialog, open while rendered; Escape and a form with `method="dialog"` close it. */
export function Dialog({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      className="bg-surface text-text border-line shadow-raised m-auto w-[min(30rem,calc(100vw-2rem))] rounded-lg border p-5 text-left backdrop:bg-black/50"
    >
      {children}
    </dialog>
  )
}
