'use client'

import { type ReactNode, useState } from 'react'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { Dialog } from './dialog'

/** A secret text, shown once, since the server stores only its hash: Escape closes it after it was copied. */
export function ShownOnceDialog({
  label,
  title,
  lead,
  text,
  what,
  onClose,
  children,
}: {
  readonly label: string
  readonly title: string
  /** Purpose of the text. */
  readonly lead: ReactNode
  readonly text: string
  /** Name of the text: "the link". */
  readonly what: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Dialog label={label} onClose={onClose} stays={!isCopied}>
      <div className="flex flex-col gap-3" onCopy={() => setIsCopied(true)}>
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-sm">{lead}</p>
        <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]">{text}</code>
          <CopyButton text={text} what={what} onCopied={() => setIsCopied(true)} />
        </div>
        {children}
        <form method="dialog" className="self-end">
          <Button type="submit" variant="primary">
            Done
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
