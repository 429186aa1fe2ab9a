import { shapePaths, statusStyle } from './status-style'

/** A status as the map draws it, for lists and the legend. The word stands beside it, so it is decoration. */
export function StatusMark({
  status,
  className = 'size-4',
}: {
  readonly status: string | null
  readonly className?: string
}) {
  const { shape, colour } = statusStyle(status)
  return (
    <svg viewBox="-1.25 -1.25 2.5 2.5" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d={shapePaths[shape]} fill={colour} stroke="#ffffff" strokeWidth="0.22" strokeLinejoin="round" />
    </svg>
  )
}
