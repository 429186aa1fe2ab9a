import { StarMark } from './star-button'

/** For pointers only: an option of a list can hold no button. The key `w` and the card do the same. */
export function RowStar({ isWatched }: { readonly isWatched: boolean }) {
  return (
    <span
      aria-hidden
      data-row-star
      title={isWatched ? 'Stop watching this vehicle' : 'Watch this vehicle'}
      className={`absolute -inset-y-3 -left-3 grid w-3.5 place-items-center [&>svg]:size-3 ${isWatched ? '' : 'invisible group-hover:visible'}`}
    >
      <StarMark isWatched={isWatched} />
    </span>
  )
}

export function isStar(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-star]') !== null
}
