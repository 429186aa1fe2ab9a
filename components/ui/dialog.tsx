import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

/**
 * A modal dialog, open while rendered; Escape, unless it `stays`, and a form with
 * `method="dialog"` close it.
 */
export function Dialog({
  label,
  onClose,
  stays = false,
  isWide = false,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly stays?: boolean
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      // The key, not `cancel`: browsers close at the second Escape
      // although the first was cancelled.
      onKeyDown={(event) => stays && event.key === 'Escape' && event.preventDefault()}
      className={`bg-surface text-text border-line shadow-raised m-auto rounded-lg border p-5 text-left backdrop:bg-black/50 ${isWide ? 'w-[min(58rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'}`}
    >
      {children}
    </dialog>
  )
}

export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog label={title} onClose={onClose}>
      <form method="dialog" onSubmit={onConfirm} className="flex flex-col gap-4">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <div className="flex flex-col gap-2 text-sm">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          {/* First, so that it has the focus: Enter alone cancels. */}
          <Button onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * A secret text, shown once, since the server stores only its hash: Escape
 * closes it after it was copied.
 */
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
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-sm">{lead}</p>
        <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
          <code
            className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]"
            onCopy={() => setIsCopied(true)}
          >
            {text}
          </code>
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
