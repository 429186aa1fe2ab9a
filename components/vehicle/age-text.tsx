'use client'

import { useNow } from '@/components/layout/use-now'
import { AGE_STEPS, ageOf, ageStep, formatAge } from '@/lib/format/age'

/** How old a report is, counting on: "12s ago", and the word when it is no longer fresh. */
export function AgeText({
  mtime,
  fetchedAt,
  receivedAtMs,
}: {
  readonly mtime: string | null
  /** When the server got it, on the server's clock. */
  readonly fetchedAt: string
  /** When this browser got it, on its own clock. */
  readonly receivedAtMs: number
}) {
  const now = useNow()
  if (now === null) return null
  const { ageMs, fromReceipt } = ageOf(mtime, Date.parse(fetchedAt), Math.max(0, now - receivedAtMs))
  const step = AGE_STEPS.find(({ name }) => name === ageStep(ageMs))
  return (
    <>
      <span className={step?.name === 'fresh' ? '' : 'text-warning font-medium'}>
        {formatAge(ageMs)} ago{step?.name === 'fresh' ? '' : `, ${step?.label.toLowerCase()}`}
      </span>
      {fromReceipt ? (
        <span className="text-muted">
          {' '}
          since it was received: {mtime === null ? 'no time was given' : 'the service’s clock differs'}
        </span>
      ) : null}
    </>
  )
}
