'use client'

import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { ARRIVED_MOST, type ArrivedList, useOlderBookings } from '@/lib/queries/arrived-bookings'

/** How many of the arrived bookings are in the list, with a button for more; nothing where all are. */
export function OlderBookings({ list: { entries, older, total } }: { readonly list: ArrivedList }) {
  const { mutate, isPending, error } = useOlderBookings()
  if (older === null) return null
  const isFull = entries.length >= ARRIVED_MOST
  return (
    <div className="flex flex-col gap-2">
      <div className="text-muted flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p role="status">
          The newest {formatCount(entries.length)} of {formatCount(Math.max(total, entries.length + 1))}{' '}
          arrived bookings are in this list
          {isFull ? ', which holds no more.' : '. Search and filters cover these.'}
        </p>
        {isFull ? null : (
          <Button onClick={() => isPending || mutate()} aria-disabled={isPending}>
            {isPending ? 'Loading older bookings' : 'Load older bookings'}
          </Button>
        )}
      </div>
      {error ? <ProblemNotice error={error} /> : null}
    </div>
  )
}
