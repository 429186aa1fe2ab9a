'use client'

import { useNow } from '@/components/layout/use-now'
import { AGE_STEPS, ageOf, ageStep, formatAge } from '@/lib/format/age'

/** Age of a report, updated every second: "12s ago", with a label when it is no longer fresh. */
export function AgeText({
  mtime,
  fetchedAt,
  receivedAtMs,
}: {
  readonly mtime: string | null
  /** Receipt by the server, on its clock. */
  readonly fetchedAt: string
  /** Receipt by this browser, on its own clock. */
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
          since receipt: {mtime === null ? 'no timestamp' : 'the service’s clock differs'}
        </span>
      ) : null}
    </>
  )
}
