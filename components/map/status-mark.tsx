import { useSyncExternalStore } from 'react'
import { onStatusWords, statusWordsVersion } from '@/lib/format/status/given-readings'
import {
  bookingStatusStyle,
  EDGE,
  fadedColour,
  QUIET_SHARE,
  shapePaths,
  statusStyle,
} from '@/lib/format/status/status-style'
import type { AgeStep } from '@/lib/format/time/age'

/**
 * Of the dashed ring, in the shape's own units: outside of the box, so that
 * the shape keeps its size.
 */
const UNCONFIRMED_RADIUS = 1.6

/** A status as the map draws it. Decoration of a label with the status. */
export function StatusMark({
  status,
  age = 'fresh',
  isOfBooking = false,
  isUnconfirmed = false,
  className = 'size-4',
}: {
  readonly status: string | null
  readonly age?: AgeStep
  readonly isOfBooking?: boolean
  readonly isUnconfirmed?: boolean
  readonly className?: string
}) {
  // Drawn again when an administrator has said what a status means.
  useSyncExternalStore(onStatusWords, statusWordsVersion, statusWordsVersion)
  const style = isOfBooking ? bookingStatusStyle(status) : statusStyle(status)
  return (
    <svg
      viewBox="-1.25 -1.25 2.5 2.5"
      aria-hidden="true"
      className={`status-mark shrink-0 ${isUnconfirmed ? 'overflow-visible' : ''} ${className}`}
    >
      <path
        d={shapePaths[style.shape]}
        fill={fadedColour(style.colour, age)}
        stroke={fadedColour(EDGE, age)}
        strokeWidth="0.22"
        strokeLinejoin="round"
      />
      {style.isQuiet ? (
        <path
          d={shapePaths[style.shape]}
          transform={`scale(${QUIET_SHARE})`}
          fill={fadedColour(EDGE, age)}
        />
      ) : null}
      {isUnconfirmed ? (
        <circle
          r={UNCONFIRMED_RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="0.2"
          strokeDasharray="0.6 0.45"
        />
      ) : null}
    </svg>
  )
}
