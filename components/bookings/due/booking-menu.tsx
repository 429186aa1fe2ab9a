import { useNavigate } from '@/components/layout/link'
import { ContextMenu } from '@/components/ui/context-menu'
import type { MenuPoint } from '@/components/ui/menu-keys'
import { pickUpHref } from '@/lib/format/links'
import { useBookingItems } from './booking-items'
import type { BookingSubject } from './due-bookings'

/** The menu of a booking on a page without a map. */
export function BookingMenu({
  booking,
  at,
  onOpen,
  onClose,
}: {
  readonly booking: BookingSubject
  readonly at: MenuPoint
  readonly onOpen: () => void
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const { record, needs, title } = booking

  function find(): void {
    if (record.from_position) void navigate(pickUpHref(record.from_position, needs))
  }

  const items = useBookingItems(booking, { onFind: find, onOpen })
  return (
    <ContextMenu label={`Booking ${title}`} title={title} at={at} items={items} onClose={onClose} />
  )
}
