import { type FocusEvent, useState } from 'react'
import type { DueBooking } from './due-bookings'

/** Rows of the list, some of which may no longer be due. */
export interface HeldRows {
  readonly rows: readonly DueBooking[]
  /** Keys of the rows that would go. */
  readonly over: ReadonlySet<string>
  /** Bookings that have no row yet. */
  readonly waiting: number
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Rows in the places that they had, each with its present facts.
 * @param most number of rows where none are held
 * @param held the rows as they were; null for those that are due now
 */
export function holdRows(
  due: readonly DueBooking[],
  most: number,
  held: readonly DueBooking[] | null,
): HeldRows {
  const shown = due.slice(0, most)
  if (held === null) return { rows: shown, over: NONE, waiting: 0 }
  // A booking that others have pushed out of those shown is still due.
  const byKey = new Map(due.map((booking) => [booking.key, booking]))
  const heldKeys = new Set(held.map(({ key }) => key))
  return {
    rows: held.map((booking) => byKey.get(booking.key) ?? booking),
    over: new Set([...heldKeys].filter((key) => !byKey.has(key))),
    waiting: shown.filter(({ key }) => !heldKeys.has(key)).length,
  }
}

/**
 * Rows stay in their places while the pointer is over the list, or the focus in it.
 * @param most number of rows where none are held
 */
export function useHeldRows(due: readonly DueBooking[], most: number) {
  const [held, setHeld] = useState<readonly DueBooking[] | null>(null)
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isPointed || isFocused
  const shown = due.slice(0, most)
  // An empty list has no places to keep.
  if (isHeld && held === null && shown.length > 0) setHeld(shown)
  if (!isHeld && held !== null) setHeld(null)
  return {
    ...holdRows(due, most, held),
    /** Shows the present order; the rows are held in that one further on. */
    release(): void {
      setHeld(shown)
      // The pressed button goes without a blur.
      setIsFocused(false)
    },
    handlers: {
      onPointerEnter: () => setIsPointed(true),
      onPointerLeave: () => setIsPointed(false),
      onFocus: () => setIsFocused(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        setIsFocused(currentTarget.contains(relatedTarget))
      },
    },
  }
}
