import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from './button'
import { Notice } from './notice'

/** A message that can be put away. @param subject of the notice, for the name of its button */
export function DismissibleNotice({
  subject,
  onDismiss,
  ...notice
}: Omit<ComponentProps<typeof Notice>, 'action'> & {
  readonly subject: string
  readonly onDismiss: () => void
}) {
  return (
    <Notice
      {...notice}
      action={
        <IconButton
          label={`Dismiss the notice about ${subject}`}
          variant="ghost"
          onClick={onDismiss}
          className="-my-1 -mr-1"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      }
    />
  )
}
