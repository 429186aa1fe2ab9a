'use client'

import { Star } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { useWatched } from '@/lib/queries/watch-list'

/** Watches a vehicle, or stops watching it. The page binds `w` to it. */
export function StarButton({ vehicleId }: { readonly vehicleId: string }) {
  const watched = useWatched()
  const isWatched = watched.isWatched(vehicleId)
  const canToggle = watched.canToggle(vehicleId)
  return (
    <IconButton
      label={isWatched && !canToggle ? 'Watched by the desk' : 'Watch this vehicle'}
      aria-pressed={isWatched}
      aria-keyshortcuts="w"
      variant="ghost"
      disabled={!canToggle}
      onClick={() => watched.toggle(vehicleId)}
    >
      <StarMark isWatched={isWatched} />
    </IconButton>
  )
}

export function StarMark({ isWatched }: { readonly isWatched: boolean }) {
  return (
    <Star
      aria-hidden
      className={`size-4 shrink-0 ${isWatched ? 'fill-[#e0a100] text-[#8a6200] dark:text-[#ffd44d]' : ''}`}
    />
  )
}
