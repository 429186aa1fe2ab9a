import { DismissibleNotice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/client/errors'
import { useWatchingError } from '@/lib/api/queries/watch-list'

/** Says that a star was not kept; where it was set may be closed by then. */
export function WatchingErrorNotice({ className }: { readonly className?: string }) {
  const { error, dismiss } = useWatchingError()
  if (error === null) return null
  const { title, advice } = describeError(error)
  return (
    <DismissibleNotice
      tone="danger"
      className={className}
      title={`The watch list was not changed: ${title}`}
      subject="the watch list"
      onDismiss={dismiss}
    >
      {advice}
    </DismissibleNotice>
  )
}
