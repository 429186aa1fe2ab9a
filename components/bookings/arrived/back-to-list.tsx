'use client'

import { ArrowLeft } from 'lucide-react'
import type { Route } from 'next'
import { useListState } from '@/components/bookings/opened/use-opened'
import { Link } from '@/components/layout/link'
import { buttonClass } from '@/components/ui/button'

/** To the list as it was left, with its source, filters and place. */
export function BackToList() {
  const { scope } = useListState()
  return (
    <Link
      href={(scope === 'all' ? '/bookings' : `/bookings?source=${scope}`) as Route}
      className={buttonClass()}
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to the list
    </Link>
  )
}
