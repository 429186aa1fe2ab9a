'use client'

import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { usePageKey } from '@/components/layout/page-keys'
import { useVehicleNames } from '@/components/layout/preferences/preferences'
import { IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { query } from '@/lib/api/queries/query'
import { useUnsharing, useWatched } from '@/lib/api/queries/watch-list'
import { safeText } from '@/lib/format/text'
import { watchedName } from './watched-now'

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

function StarMark({ isWatched }: { readonly isWatched: boolean }) {
  return (
    <Star
      aria-hidden
      className={`size-4 shrink-0 ${isWatched ? 'fill-[#e0a100] text-[#8a6200] dark:text-[#ffd44d]' : ''}`}
    />
  )
}

/** For pointers only: an option of a list can hold no button. The key `w` and the card do the same. */
export function RowStar({
  isWatched,
  canToggle,
}: {
  readonly isWatched: boolean
  /** False for viewers, of a vehicle that only the desk watches. */
  readonly canToggle: boolean
}) {
  return (
    <span
      aria-hidden
      data-row-star
      title={titleOf(isWatched, canToggle)}
      className={`absolute -inset-y-3 -left-3 grid w-3.5 place-items-center [&>svg]:size-3 ${isWatched ? '' : 'invisible group-hover:visible'}`}
    >
      <StarMark isWatched={isWatched} />
    </span>
  )
}

function titleOf(isWatched: boolean, canToggle: boolean): string {
  if (!isWatched) return 'Watch this vehicle'
  return canToggle ? 'Stop watching this vehicle' : 'Watched by the desk'
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

/** Asks before a star takes a vehicle off the list of the whole desk. */
export function UnshareDialog() {
  const { vehicleId, confirm, close } = useUnsharing()
  const { data } = useQuery(query('/api/watch-list'))
  const names = useVehicleNames()
  const vehicle = data?.data.vehicles.find(({ id }) => id === vehicleId)
  if (vehicleId === null || !vehicle) return null
  const name = safeText(watchedName(names, vehicle, null) ?? vehicleId, 40)
  return (
    <ConfirmDialog
      title={`Stop watching ${name} for the whole desk?`}
      action="Stop watching"
      onConfirm={confirm}
      onClose={close}
    >
      <p>
        It is on the list that the desk shares. Everyone stops seeing what it does and what changes in its
        record, except for operators who also watch it themselves.
      </p>
    </ConfirmDialog>
  )
}
