'use client'

import { useState } from 'react'
import { DismissibleNotice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/client/errors'
import { useWatchingError } from '@/lib/api/queries/watch-list'

/** Why the last star was not kept, until it is dismissed or another one is. */
export function WatchingErrorNotice({ className }: { readonly className?: string }) {
  const error = useWatchingError()
  const [dismissed, setDismissed] = useState<Error | null>(null)
  if (error === null || error === dismissed) return null
  const { title, advice } = describeError(error)
  return (
    <DismissibleNotice
      tone="danger"
      className={className}
      title={`The watch list was not changed: ${title}`}
      subject="the watch list"
      onDismiss={() => setDismissed(error)}
    >
      {advice}
    </DismissibleNotice>
  )
}
