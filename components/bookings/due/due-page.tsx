import { useState } from 'react'
import { BookingsFrame } from '@/components/bookings/booking/bookings-head'
import { ArrivalNotice } from '@/components/bookings/record-list'
import { useKeptAddress } from '@/components/bookings/table/list-filters'
import { usePageKey } from '@/components/layout/keyboard/page-key'
import { useNavigate } from '@/components/layout/link'
import type { MenuPoint } from '@/components/ui/menu-keys'
import { onDemand } from '@/components/ui/on-demand'
import { useArrivedBookings } from '@/lib/api/queries/arrived-bookings'
import { arrivedBookingHref, pickUpHref } from '@/lib/format/links'
import type { DueBooking } from './due-bookings'
import { DueList } from './due-list'

const BookingMenu = onDemand(() => import('./booking-menu'), 'BookingMenu')

interface OpenedBookingMenu {
  readonly booking: DueBooking
  readonly at: MenuPoint
}

/** The bookings that are due, by pick-up time; the key `b` finds a vehicle for the open one. */
export function DuePage() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<DueBooking | null>(null)
  const [menu, setMenu] = useState<OpenedBookingMenu | null>(null)
  const { data: list, refetch } = useArrivedBookings(true)
  useKeptAddress()

  function find({ record, needs }: DueBooking): boolean {
    if (!record.from_position) return false
    void navigate(pickUpHref(record.from_position, needs))
    return true
  }

  usePageKey((key) => key === 'b' && opened !== null && find(opened))
  return (
    <BookingsFrame lead="By pick-up time, without completed or cancelled ones." tab="due">
      <ArrivalNotice list={list} error={null} showing="" retry={() => void refetch()} />
      <div className="bg-surface border-line rounded-lg border p-3">
        <DueList
          openedKey={opened?.key ?? null}
          onOpen={setOpened}
          onFind={find}
          onMenu={(booking, at) => setMenu({ booking, at })}
        />
      </div>
      {menu ? (
        <BookingMenu
          {...menu}
          onOpen={() => void navigate(arrivedBookingHref(menu.booking.key))}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </BookingsFrame>
  )
}
