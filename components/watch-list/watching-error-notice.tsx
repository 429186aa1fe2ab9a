'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/errors'
import { useWatchingError } from '@/lib/queries/watch-list'

/** Why the last star was not kept, until it is dismissed or another one is. */
export function WatchingErrorNotice({ className }: { readonly className?: string }) {
  const error = useWatchingError()
  const [dismissed, setDismissed] = useState<Error | null>(null)
  if (error === null || error === dismissed) return null
  const { title, advice } = describeError(error)
  return (
    <Notice
      tone="danger"
      className={className}
      title={`The watch list was not changed: ${title}`}
      action={
        <IconButton
          label="Dismiss the notice about the watch list"
          variant="ghost"
          onClick={() => setDismissed(error)}
          className="-my-1 -mr-1"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      }
    >
      {advice}
    </Notice>
  )
}
