import { Star } from 'lucide-react'
import { usePageKey } from '@/components/layout/keyboard/page-key'
import { IconButton } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useUnsharing, useWatched } from '@/lib/api/queries/watch-list'

/** Watches a vehicle, or stops watching it. The page binds `w` to it. */
export function StarButton({
  vehicleId,
  onTakeBack,
}: {
  readonly vehicleId: string
  /** Called with what takes a change back. */
  readonly onTakeBack?: (takeBack: () => void) => void
}) {
  const watched = useWatched()
  const isWatched = watched.isWatched(vehicleId)
  const canToggle = watched.canToggle(vehicleId)
  return (
    <IconButton
      label={isWatched && !canToggle ? 'Watched by the whole desk' : 'Watch this vehicle'}
      aria-pressed={isWatched}
      aria-keyshortcuts="w"
      variant="ghost"
      disabled={!canToggle}
      onClick={() => {
        const takeBack = watched.toggle(vehicleId)
        if (takeBack) onTakeBack?.(takeBack)
      }}
    >
      <StarMark isWatched={isWatched} />
    </IconButton>
  )
}

function StarMark({ isWatched }: { readonly isWatched: boolean }) {
  return (
    <Star aria-hidden className={`size-4 shrink-0 ${isWatched ? 'fill-current text-star' : ''}`} />
  )
}

/**
 * For pointers only: an option of a list can hold no button. The key `w` and the card do the same.
 */
export function RowStar(props: { readonly isWatched: boolean; readonly canToggle: boolean }) {
  const { isWatched, canToggle } = props
  const words = canToggle ? 'Stop watching this vehicle' : 'Watched by the whole desk'
  return (
    <span
      aria-hidden
      data-row-star
      title={isWatched ? words : 'Watch this vehicle'}
      className={`absolute -inset-y-3 -left-3 grid w-3.5 place-items-center [&>svg]:size-3 ${isWatched ? '' : 'invisible group-hover:visible'}`}
    >
      <StarMark isWatched={isWatched} />
    </span>
  )
}

export function isStar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-star]') !== null
}

/** Binds `w` on the page of a vehicle; the map page has its own table of keys. */
export function useWatchKey(vehicleId: string): void {
  const watched = useWatched()
  usePageKey((key) => {
    if (key === 'w' && watched.canToggle(vehicleId)) watched.toggle(vehicleId)
    return false
  })
}

const UnshareQuestion = onDemand(() => import('./unshare-question'), 'UnshareQuestion')

export function UnshareDialog() {
  const { vehicleId } = useUnsharing()
  return vehicleId === null ? null : <UnshareQuestion vehicleId={vehicleId} />
}
