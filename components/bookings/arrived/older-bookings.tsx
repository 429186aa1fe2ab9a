'use client'

import { useEffect, useRef } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { ARRIVED_MOST, type ArrivedList, useOlderBookings } from '@/lib/queries/bookings/arrived-bookings'

/** How many of the arrived bookings are in the list, with a button for more; nothing where all were from the start. */
export function OlderBookings({ list: { entries, older, total } }: { readonly list: ArrivedList }) {
  const text = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, isSuccess, error } = useOlderBookings()
  const isFull = entries.length >= ARRIVED_MOST
  const isLoaded = isSuccess && (older === null || isFull)
  // The focused button is gone.
  useEffect(() => {
    if (isLoaded) text.current?.focus()
  }, [isLoaded])
  if (older === null && !isLoaded) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="text-muted flex items-center gap-3 text-sm">
        <p ref={text} role="status" tabIndex={-1} className="min-w-0 flex-1 md:flex-none">
          {older === null
            ? `All ${formatCount(entries.length)} arrived bookings are listed and searched.`
            : `The newest ${formatCount(entries.length)} of ${formatCount(Math.max(total, entries.length + 1))} arrived bookings are listed and searched${isFull ? ': more do not fit.' : '.'}`}
        </p>
        {older === null || isFull ? null : (
          <Button onClick={() => isPending || mutate()} aria-disabled={isPending} className="shrink-0">
            {isPending ? 'Loading' : 'Load older'}
          </Button>
        )}
      </div>
      {error ? <ProblemNotice error={error} /> : null}
    </div>
  )
}
