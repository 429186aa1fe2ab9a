import { StarMark } from './star-button'

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
